import { CommandInput, type Command } from '@jadegate/contract/command';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Input, Switch, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { commandQuery, useCreateCommand, useUpdateCommand, type CommandScope } from './command.queries.ts';

interface CommandFormDrawerProps {
  scope: CommandScope;
  open: boolean;
  /** The command to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

const Field = FormField<keyof CommandInput>;
const BLANK: CommandInput = { name: '', content: '', shared: false };
const SYNTAX = { plain: '{{name}}', withDefault: '{{port:22}}', braces: '{{', escaped: '{{{{' };

function toInput({ name, content, shared }: Command): CommandInput {
  return { name, content, shared };
}

export function CommandFormDrawer({ scope, open, id, onClose }: CommandFormDrawerProps) {
  const { t } = useTranslation('command');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const create = useCreateCommand(scope);
  const update = useUpdateCommand(scope);
  const command = useQuery({ ...commandQuery(scope, id ?? ''), enabled: open && id !== undefined });
  const isNew = id === undefined;
  // Not what an earlier look left in the cache: somebody else may have changed it since.
  const stored = command.isSuccess && !command.isFetching ? toInput(command.data) : undefined;

  const save = async (body: CommandInput) => {
    await (isNew ? create.mutateAsync(body) : update.mutateAsync({ id, body }));
    message.success(t('message.saved', { name: body.name }));
  };

  return (
    <FormDrawer
      open={open}
      title={isNew ? t('action.create') : t('title.edit')}
      schema={CommandInput}
      initial={isNew ? BLANK : stored}
      loadError={command.error}
      onRetry={() => void command.refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      {scope === 'own' && !isNew && stored?.shared === true && (
        <Alert type="info" showIcon title={t('help.ownShared')} style={{ marginBottom: token.margin }} />
      )}
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="content" label={t('field.content')} help={t('help.content', SYNTAX)}>
        <Input.TextArea rows={10} spellCheck={false} style={{ fontFamily: token.fontFamilyCode }} />
      </Field>
      {scope === 'all' && (
        <Field name="shared" label={t('field.shared')} help={t('help.shared')} valuePropName="checked">
          <Switch />
        </Field>
      )}
    </FormDrawer>
  );
}
