import { LIMITS } from '@jadegate/contract/limits';
import { BackupExport } from '@jadegate/contract/operations/backup';
import { Alert, App, Input, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { saveFile } from '../../../components/save-text.ts';
import { useExportBackup } from './backup.queries.ts';
import { PassphraseInput } from './PassphraseInput.tsx';

const TypedExport = BackupExport.extend({
  password: z.string().min(1),
  passphrase2: z.string().min(1),
}).refine(({ passphrase, passphrase2 }) => passphrase === passphrase2, {
  path: ['passphrase2'],
  params: { rule: 'mismatch' },
  when: () => true,
});
type TypedExport = z.infer<typeof TypedExport>;

const Field = FormField<keyof TypedExport>;
const BLANK = { passphrase: '', passphrase2: '', password: '', totp: '' };

interface BackupExportDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for the passphrase of the file, and once more for the person's own password. */
export function BackupExportDrawer({ open, onClose }: BackupExportDrawerProps) {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const exporting = useExportBackup();

  const save = async ({ passphrase, password }: TypedExport) => {
    try {
      const { name, content } = await exporting.mutateAsync({ passphrase, password, totp: '' });
      saveFile(name, content);
      message.success(t('export.done', { name }));
    } finally {
      exporting.reset();
    }
  };

  return (
    <FormDrawer
      open={open}
      title={t('export.action')}
      schema={TypedExport}
      initial={BLANK}
      submitLabel={t('export.submit')}
      onSubmit={save}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={t('export.warning')} style={{ marginBottom: token.margin }} />
      <Field
        name="passphrase"
        label={t('field.passphrase')}
        help={t('help.passphrase', { min: LIMITS.backupPassphrase.min })}
      >
        <PassphraseInput />
      </Field>
      <Field name="passphrase2" label={t('field.passphrase2')}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="password" label={t('field.password')} help={t('help.password')}>
        <Input.Password autoComplete="current-password" />
      </Field>
    </FormDrawer>
  );
}
