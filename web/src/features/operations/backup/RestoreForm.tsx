import {
  BACKUP_EXISTING,
  type BackupExisting,
  type BackupPreview,
  type BackupResult,
} from '@jadegate/contract/operations/backup';
import { Alert, App, Button, Checkbox, Flex, Input, Radio, theme, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ApiError } from '../../../api/api-error.ts';
import { readFailure } from '../../../components/failure.ts';
import { TimeText } from '../../../components/TimeText.tsx';
import { useRestoreBackup } from './backup.queries.ts';
import { BackupPreviewTable } from './BackupPreviewTable.tsx';

interface RestoreFormProps {
  file: File;
  passphrase: string;
  preview: BackupPreview;
  onCancel: () => void;
  onDone: (result: BackupResult) => void;
}

/** What the file would do, and how far it may go. */
export function RestoreForm({ file, passphrase, preview, onCancel, onDone }: RestoreFormProps) {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const { modal } = App.useApp();
  const id = useId();
  const [existing, setExisting] = useState<BackupExisting>('keep');
  const [takesAdministrator, setTakesAdministrator] = useState(false);
  const [password, setPassword] = useState('');
  const restore = useRestoreBackup();

  const run = (confirmLockout: boolean) => {
    const firstAdministrator = existing === 'replace' && takesAdministrator ? 'replace' : 'keep';
    restore.mutate(
      { file, passphrase, existing, firstAdministrator, password, confirmLockout },
      {
        onSuccess: (result) => {
          restore.reset();
          onDone(result);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.error === 'access_security.locks_out') {
            confirm(error.message, t('restore.lockoutConfirm'), () => run(true));
          }
        },
      },
    );
  };
  const confirm = (title: string, okText: string, onOk: () => void) => {
    modal.confirm({
      title,
      content: t('restore.confirmHelp'),
      okText,
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk,
    });
  };

  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text>
        {t('preview.made', { product: preview.product })} <TimeText value={preview.created} />
      </Typography.Text>
      <BackupPreviewTable sections={preview.sections} />
      <Radio.Group
        aria-label={t('restore.existing')}
        value={existing}
        onChange={(event) => setExisting(event.target.value as BackupExisting)}
      >
        <Flex vertical gap={token.marginXXS}>
          {BACKUP_EXISTING.map((choice) => (
            <Radio key={choice} value={choice}>
              {t(`existing.${choice}`)}
            </Radio>
          ))}
        </Flex>
      </Radio.Group>
      {existing === 'replace' && preview.differsFirstAdministrator && (
        <Checkbox
          checked={takesAdministrator}
          onChange={(event) => setTakesAdministrator(event.target.checked)}
        >
          {t('restore.firstAdministrator')}
        </Checkbox>
      )}
      <Flex vertical gap={token.marginXXS}>
        <label htmlFor={id}>{t('field.password')}</label>
        <Input.Password
          id={id}
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Flex>
      {restore.error && (
        <Alert type="error" showIcon role="alert" title={readFailure(restore.error).message} />
      )}
      <Flex justify="flex-end" gap={token.marginXS}>
        <Button disabled={restore.isPending} onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button
          type="primary"
          danger={existing === 'replace'}
          loading={restore.isPending}
          disabled={password === ''}
          onClick={() =>
            confirm(t('restore.confirm', { name: file.name }), t('restore.action'), () => run(false))
          }
        >
          {restore.isPending ? t('restore.running') : t('restore.action')}
        </Button>
      </Flex>
    </Flex>
  );
}
