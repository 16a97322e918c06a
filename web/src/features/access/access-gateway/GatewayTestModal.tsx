import type { AccessGatewayRow, GatewayTest } from '@jadegate/contract/access/access-gateway';
import { Alert, Button, Flex, Modal, Spin, theme } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { Mono } from '../../../components/Mono.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useTestAccessGateway } from './access-gateway.queries.ts';

interface GatewayTestModalProps extends OverlayProps<AccessGatewayRow> {
  /** To look at a changed key, and accept it there. */
  onHostKeys: (gateway: AccessGatewayRow) => void;
}

/** Connects as soon as it opens and says what happened. */
export function GatewayTestModal({ open, target: gateway, onHostKeys, onClose }: GatewayTestModalProps) {
  const { t } = useTranslation('access-gateway');
  const { mutate, reset, isPending, data, error } = useTestAccessGateway();
  const id = gateway?.id;
  useEffect(() => {
    if (open && id !== undefined) {
      mutate(id);
    } else {
      reset();
    }
  }, [open, id, mutate, reset]);

  const needsKey = data?.hostKey === 'changed' && gateway !== undefined;
  return (
    <Modal
      open={open}
      title={t('title.test', { name: gateway?.name ?? '' })}
      onCancel={onClose}
      width={520}
      destroyOnHidden
      footer={[
        <Button key="again" disabled={isPending} onClick={() => id !== undefined && mutate(id)}>
          {t('action.testAgain')}
        </Button>,
        needsKey ? (
          <Button key="keys" type="primary" onClick={() => onHostKeys(gateway)}>
            {t('action.compareKeys')}
          </Button>
        ) : (
          <Button key="close" type="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        ),
      ]}
    >
      <div aria-live="polite" style={{ minHeight: 96 }}>
        {isPending && (
          <Flex align="center" justify="center" gap="small" style={{ minHeight: 96 }}>
            <Spin size="small" />
            {t('test.running')}
          </Flex>
        )}
        {!isPending && data && <Outcome test={data} />}
        {!isPending && error && <Alert type="error" showIcon title={readFailure(error).message} />}
      </div>
    </Modal>
  );
}

function Outcome({ test }: { test: GatewayTest }) {
  const { t } = useTranslation('access-gateway');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type={test.connected ? 'success' : 'error'}
        showIcon
        title={test.connected ? t('test.ok', { count: test.latency ?? 0 }) : test.message}
        description={test.learned ? t('test.learned') : undefined}
      />
      {test.fingerprint !== '' && (
        <Flex vertical gap={token.marginXXS}>
          <span style={{ color: token.colorTextSecondary }}>{t('test.fingerprint')}</span>
          <Mono text={test.fingerprint} />
        </Flex>
      )}
    </Flex>
  );
}
