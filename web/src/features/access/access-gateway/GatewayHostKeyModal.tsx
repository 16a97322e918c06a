import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';

import { HostKeyPanel } from '../../../components/HostKeyPanel.tsx';
import { useCan } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import {
  gatewayHostKeysQuery,
  useAcceptGatewayHostKey,
  useForgetGatewayHostKeys,
} from './access-gateway.queries.ts';

/** The keys a gateway is known by; a changed one can be compared and accepted here. */
export function GatewayHostKeyModal({ open, target: gateway, onClose }: OverlayProps<AccessGatewayRow>) {
  const { t } = useTranslation('access-gateway');
  const can = useCan();
  const id = gateway?.id ?? '';
  const { data, error, refetch } = useQuery({ ...gatewayHostKeysQuery(id), enabled: open && id !== '' });
  const accept = useAcceptGatewayHostKey(id);
  const forget = useForgetGatewayHostKeys(id);
  return (
    <Modal
      open={open}
      title={t('title.hostKeys', { name: gateway?.name ?? '' })}
      footer={null}
      onCancel={onClose}
      width={620}
      destroyOnHidden
    >
      <HostKeyPanel
        name={gateway?.name ?? ''}
        keys={data}
        error={error}
        onRetry={() => void refetch()}
        canEdit={can('access-gateway-edit')}
        onAccept={(fingerprint) => accept.mutateAsync(fingerprint)}
        onForget={() => forget.mutateAsync(undefined)}
      />
    </Modal>
  );
}
