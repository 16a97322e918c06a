import { GpuRemindInput, type GpuRow } from '@jadegate/contract/fleet/gpu';
import { App, Input, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { NamedList } from '../../../components/NamedList.tsx';
import { personName } from '../../../components/person-name.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { nameOf } from './gpu-words.ts';
import { useRemindUsers } from './gpu.queries.ts';

const RemindForm = GpuRemindInput.omit({ gpuIds: true });
const Field = FormField<keyof z.infer<typeof RemindForm>>;

/** Tells the people on these cards that they hold them, in words of one's own if wanted. */
export function GpuRemindDrawer({ open, target: rows = [], onClose }: OverlayProps<readonly GpuRow[]>) {
  const { t } = useTranslation('gpu');
  const { message } = App.useApp();
  const remind = useRemindUsers();
  const [first] = rows;
  const submit = async ({ text }: z.infer<typeof RemindForm>) => {
    const told = await remind.mutateAsync({ gpuIds: rows.map(({ id }) => id), text });
    const lines = told.map(({ person, way }) =>
      t(`reminded.${way}`, { name: personName(person.nickname, person.username) }),
    );
    message.info(lines.join('、'));
  };
  return (
    <FormDrawer
      open={open}
      title={t('title.remind')}
      schema={RemindForm}
      initial={{ text: '' }}
      submitLabel={t('action.remind')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography.Paragraph type="secondary">{t('hint.remind')}</Typography.Paragraph>
      <Typography.Paragraph strong>{first && rows.length === 1 && nameOf(first)}</Typography.Paragraph>
      <NamedList names={rows.map(nameOf)} />
      <Field name="text" label={t('field.text')}>
        <Input.TextArea rows={4} placeholder={t('placeholder.text')} />
      </Field>
    </FormDrawer>
  );
}
