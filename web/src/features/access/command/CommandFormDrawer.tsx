import { CommandInput, type Command } from '@jadegate/contract/access/command';
import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Switch, theme } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { commandQuery, useCreateCommand, useUpdateCommand, type CommandScope } from './command.queries.ts';

interface CommandFormDrawerProps extends OverlayProps<string> {
  scope: CommandScope;
  /** What a new one starts with. */
  content?: string;
}

const Field = FormField<keyof CommandInput>;
const SYNTAX = { plain: '{{name}}', withDefault: '{{port:22}}', braces: '{{', escaped: '{{{{' };

function toInput({ name, content, shared }: Command): CommandInput {
  return { name, content, shared };
}

export function CommandFormDrawer({
  scope,
  open,
  target: id,
  onClose,
  content = '',
}: CommandFormDrawerProps) {
  const { t } = useTranslation('command');
  const { token } = theme.useToken();
  const blank = useMemo(() => ({ name: '', content, shared: false }), [content]);
  const save = useSaveRecord(id, useCreateCommand(scope), useUpdateCommand(scope));
  const stored = useQuery({ ...commandQuery(scope, id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput, save }}
      words="command"
      schema={CommandInput}
      blank={blank}
      nameOf={({ name }) => name}
    >
      {scope === 'own' && id !== undefined && stored.data?.shared === true && (
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
    </RecordDrawer>
  );
}
