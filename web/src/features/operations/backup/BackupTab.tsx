import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Card, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { useOverlay } from '../../../hooks/useOverlay.ts';
import { BackupExportDrawer } from './BackupExportDrawer.tsx';
import { RestoreCard } from './RestoreCard.tsx';

/** All configuration as one encrypted file, and back. */
export function BackupTab() {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const exporting = useOverlay<undefined>();
  return (
    <Flex vertical gap={token.margin} style={{ maxWidth: 880 }}>
      <Alert type="info" showIcon title={t('notice.title')} description={t('notice.help')} />
      <Card title={t('export.title')}>
        <Flex vertical align="flex-start" gap={token.marginSM}>
          <Typography.Text type="secondary">{t('export.help')}</Typography.Text>
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => exporting.open(undefined)}
          >
            {t('export.action')}
          </Button>
        </Flex>
      </Card>
      <RestoreCard />
      {exporting.wasOpened && <BackupExportDrawer open={exporting.isOpen} onClose={exporting.close} />}
    </Flex>
  );
}
