import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { Asset } from '@jadegate/contract/access/asset';
import { hasTerminal } from '@jadegate/contract/access/asset-attributes';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { HostKeyPanel } from '../../../components/HostKeyPanel.tsx';
import { useCan } from '../../../hooks/account.ts';
import { hostKeysQuery, useAcceptHostKey, useForgetHostKeys } from './asset.queries.ts';

interface HostKeyCardProps {
  asset: Pick<Asset, 'id' | 'name' | 'protocol'>;
  onTest: () => void;
}

/** The key or certificate by which the machine is known, and a changed one that waits for somebody to compare it. */
export function HostKeyCard({ asset: { id, name, protocol }, onTest }: HostKeyCardProps) {
  const { t } = useTranslation('asset');
  const { token } = theme.useToken();
  const can = useCan();
  const { data, error, refetch } = useQuery(hostKeysQuery(id));
  const accept = useAcceptHostKey(id);
  const forget = useForgetHostKeys(id);
  const title = (
    <>
      <SafetyCertificateOutlined aria-hidden />{' '}
      {t(hasTerminal(protocol) ? 'hostKey.title' : 'hostKey.certificate')}
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
              {t(hasTerminal(protocol) ? 'hostKey.learn' : 'hostKey.learnCertificate')}
            </Button>
          </Can>
        )}
      </Flex>
    </Card>
  );
}
