import type { BackupPreview, BackupResult } from '@jadegate/contract/operations/backup';
import { Alert, Card, Flex, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { RestoreForm } from './RestoreForm.tsx';
import { RestoreOpener } from './RestoreOpener.tsx';
import { RestoreOutcome } from './RestoreOutcome.tsx';

interface Opened {
  file: File;
  passphrase: string;
  preview: BackupPreview;
}

/** Restoring: open the file, see what it would do, decide, and read what was done. */
export function RestoreCard() {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const [opened, setOpened] = useState<Opened>();
  const [result, setResult] = useState<BackupResult>();

  const content = () => {
    if (result !== undefined) {
      return <RestoreOutcome result={result} onClose={() => setResult(undefined)} />;
    }
    if (opened !== undefined) {
      return (
        <RestoreForm
          {...opened}
          onCancel={() => setOpened(undefined)}
          onDone={(done) => {
            // The passphrase is not needed any more.
            setOpened(undefined);
            setResult(done);
          }}
        />
      );
    }
    return (
      <Flex vertical gap={token.marginSM}>
        <Typography.Text type="secondary">{t('restore.help')}</Typography.Text>
        <Alert type="warning" showIcon title={t('restore.warning')} />
        <RestoreOpener onOpened={setOpened} />
      </Flex>
    );
  };
  return <Card title={t('restore.title')}>{content()}</Card>;
}
