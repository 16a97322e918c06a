import { LIMITS } from '@jadegate/contract/limits';
import type { BackupPreview } from '@jadegate/contract/operations/backup';
import { Alert, Button, Flex, Input, theme } from 'antd';
import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { FileDrop } from '../../../components/FileDrop.tsx';
import { usePreviewBackup } from './backup.queries.ts';

interface RestoreOpenerProps {
  onOpened: (opened: { file: File; passphrase: string; preview: BackupPreview }) => void;
}

/** The file and what opens it. */
export function RestoreOpener({ onOpened }: RestoreOpenerProps) {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const id = useId();
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const preview = usePreviewBackup();

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (file === undefined || passphrase === '' || preview.isPending) {
      return;
    }
    preview.mutate(
      { file, passphrase },
      {
        onSuccess: (seen) => {
          preview.reset();
          onOpened({ file, passphrase, preview: seen });
        },
      },
    );
  };

  return (
    <form onSubmit={handleSubmit}>
      <Flex vertical gap={token.marginSM}>
        <FileDrop
          accept=".jgb"
          file={file}
          maxBytes={LIMITS.backupBytes}
          disabled={preview.isPending}
          onChoose={setFile}
        />
        <label htmlFor={id}>{t('field.passphrase')}</label>
        <Input.Password
          id={id}
          value={passphrase}
          maxLength={LIMITS.backupPassphrase.max}
          autoComplete="off"
          onChange={(event) => setPassphrase(event.target.value)}
        />
        {preview.error && (
          <Alert type="error" showIcon role="alert" title={readFailure(preview.error).message} />
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={preview.isPending}
          disabled={file === undefined || passphrase === ''}
          style={{ alignSelf: 'flex-start' }}
        >
          {preview.isPending ? t('restore.opening') : t('restore.open')}
        </Button>
      </Flex>
    </form>
  );
}
