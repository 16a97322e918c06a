import { CloseCircleFilled } from '@ant-design/icons';
import { testAsset } from '@jadegate/contract/access/asset-reachability';
import { useMutation } from '@tanstack/react-query';
import { Button, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { call } from '../../../api/call.ts';
import { readFailure } from '../../../components/failure.ts';
import { useCan } from '../../../hooks/account.ts';
import { NewHostKey } from './NewHostKey.tsx';
import type { SessionPlace } from './pane-tree.ts';
import { ReconnectButton } from './ReconnectButton.tsx';

import styles from './PaneFrame.module.css';

interface FailureCardProps {
  place: Pick<SessionPlace, 'assetId' | 'vm'>;
  reason: string;
  /** What can be done about it; empty where the reason says so itself. */
  advice: string;
  onStartAgain: () => void;
}

/** A session that never came to be: why, what to do, and the buttons for it. Nothing is on the screen that it hides. */
export function FailureCard({ place: { assetId, vm }, reason, advice, onStartAgain }: FailureCardProps) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const can = useCan();
  const test = useMutation({
    mutationFn: () => call(testAsset, { params: { id: assetId }, query: { login: true } }),
    // The answer stands in the card, whatever it is.
    meta: { errors: 'caller' },
  });
  const isReady = test.data?.active === true && !['refused', 'failed'].includes(test.data.login.state);
  const found = () => {
    if (test.isPending) {
      return t('failure.testing');
    }
    if (test.error) {
      return readFailure(test.error).message;
    }
    if (!isReady) {
      return test.data?.active === true ? test.data.login.message : test.data?.message;
    }
    return t('failure.reachable', { ms: test.data?.latency ?? 0 });
  };
  return (
    <Flex
      className={styles.refusal}
      vertical
      gap={token.marginSM}
      role="alert"
      style={{
        background: token.colorBgElevated,
        border: `1px solid ${token.colorBorder}`,
        boxShadow: token.boxShadow,
        borderRadius: token.borderRadiusLG,
      }}
    >
      <Flex align="center" gap={token.marginXS}>
        <CloseCircleFilled aria-hidden style={{ color: token.colorError, fontSize: token.fontSizeXL }} />
        <Typography.Text strong style={{ fontSize: token.fontSizeLG }}>
          {t('failure.title')}
        </Typography.Text>
      </Flex>
      <Typography.Text>{reason}</Typography.Text>
      {advice !== '' && <Typography.Text type="secondary">{advice}</Typography.Text>}
      {!vm && can('asset-edit') && <NewHostKey assetId={assetId} onAccepted={onStartAgain} />}
      <Flex wrap gap={token.marginXS}>
        <ReconnectButton label={t('action.reconnect')} onStartAgain={onStartAgain} />
        {!vm && can('asset-conn-test') && (
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t('failure.test')}
          </Button>
        )}
        {vm && can('vm') && (
          <Button href={`/vm/${vm.id}`} target="_blank" rel="noopener">
            {t('failure.vm')}
          </Button>
        )}
        {!vm && can('asset-edit') && can('asset-detail') && (
          <Button href={`/asset/${assetId}`} target="_blank" rel="noopener">
            {t('failure.edit')}
          </Button>
        )}
      </Flex>
      <Typography.Text role="status" type={isReady ? 'success' : 'secondary'}>
        {found()}
      </Typography.Text>
    </Flex>
  );
}
