import { SafetyCertificateOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { HostKeyPanel } from '../../components/HostKeyPanel.tsx';
import { useCan } from '../../hooks/account.ts';
import { hostKeysQuery, useAcceptHostKey, useForgetHostKeys } from './asset.queries.ts';

interface HostKeyCardProps {
  assetId: string;
  name: string;
  onTest: () => void;
}

/** The key by which the machine is known, and a changed one that waits for somebody to compare it. */
export function HostKeyCard({ assetId, name, onTest }: HostKeyCardProps) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  const can = useCan();
  const { data, error, refetch } = useQuery(hostKeysQuery(assetId));
  const accept = useAcceptHostKey(assetId);
  const forget = useForgetHostKeys(assetId);
  const title = (
    <>
      <SafetyCertificateOutlined aria-hidden /> {t('hostKey.title')}
    </>
  );
  return (
    <Card size="small" title={title}>
      <Flex vertical gap={token.margin}>
        <HostKeyPanel
          name={name}
          keys={data}
          error={error}
          onRetry={() => void refetch()}
          canEdit={can('asset-edit')}
          onAccept={accept.mutateAsync}
          onForget={() => forget.mutateAsync(undefined)}
        />
        {data?.length === 0 && (
          <Can any={['asset-conn-test']}>
            <Button style={{ alignSelf: 'flex-start' }} onClick={onTest}>
              {t('hostKey.learn')}
            </Button>
          </Can>
        )}
      </Flex>
    </Card>
  );
}
