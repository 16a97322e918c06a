import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { SecondFactor } from '@jadegate/contract/identity/second-factor';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { RecoveryCodeSheet } from '../../../components/RecoveryCodeSheet.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { secondFactorQuery } from './account.queries.ts';
import { EnrolCard } from './EnrolCard.tsx';
import { DisableTotpModal, NewCodesModal } from './FactorModals.tsx';

const WIDTH = 720;

/** Two-step verification: setting it up, keeping it, moving it, and turning it off. */
export function FactorTab() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const account = useAccount();
  const { data, error, refetch, isFetching } = useQuery(secondFactorQuery());
  // Decided when it is opened: the factor is on before its recovery codes are shown.
  const [binding, setBinding] = useState<'first' | 'again'>();
  const [codes, setCodes] = useState<readonly string[]>();

  if (codes !== undefined) {
    return (
      <Card style={{ maxWidth: WIDTH }}>
        <RecoveryCodeSheet
          codes={codes}
          account={account?.username ?? ''}
          doneLabel={t('action.done')}
          onDone={() => setCodes(undefined)}
        />
      </Card>
    );
  }
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (binding !== undefined) {
    const leave = (made?: readonly string[]) => {
      setBinding(undefined);
      setCodes(made);
    };
    return (
      <div style={{ maxWidth: WIDTH }}>
        <EnrolCard isRebinding={binding === 'again'} onConfirmed={leave} onCancel={() => leave()} />
      </div>
    );
  }
  return (
    <div style={{ maxWidth: WIDTH }}>
      {data.enabled ? (
        <FactorOn factor={data} onRebind={() => setBinding('again')} onCodes={setCodes} />
      ) : (
        <Flex vertical gap={token.marginLG}>
          <EmptyState
            icon={<SafetyCertificateOutlined aria-hidden />}
            title={t('factor.off.title')}
            description={t('factor.off.help')}
            action={
              <Button type="primary" onClick={() => setBinding('first')}>
                {t('action.enableTotp')}
              </Button>
            }
          />
          {account?.hasPasskey === true && (
            <CodesOfPasskeys left={data.recoveryCodesLeft} onCodes={setCodes} />
          )}
        </Flex>
      )}
    </div>
  );
}

/** They stand for a lost passkey where there are no one-time codes. */
function CodesOfPasskeys({ left, onCodes }: { left: number; onCodes: FactorOnProps['onCodes'] }) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Flex wrap align="center" gap={token.margin}>
      <span>
        {t('factor.codesOfPasskeys')} {t('factor.codesLeft', { count: left })}
      </span>
      <Button onClick={() => setIsAsking(true)}>{t('action.newCodes')}</Button>
      <NewCodesModal open={isAsking} onClose={() => setIsAsking(false)} onCodes={onCodes} />
    </Flex>
  );
}

interface FactorOnProps {
  factor: SecondFactor;
  onRebind: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** Below this many it is time for new ones. */
const FEW_CODES = 3;

function FactorOn({ factor, onRebind, onCodes }: FactorOnProps) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const [asks, setAsks] = useState<'newCodes' | 'disable'>();
  const close = () => setAsks(undefined);
  const { compulsory, recoveryCodesLeft } = factor;
  const left = t('factor.codesLeft', { count: recoveryCodesLeft });
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type="success"
        showIcon
        title={t('factor.on.title')}
        description={compulsory ? t('factor.compulsory') : t('factor.on.help')}
      />
      <div style={{ borderRadius: token.borderRadiusLG, background: token.colorBgContainer }}>
        <DescriptionList
          items={[
            {
              key: 'codes',
              label: t('field.recoveryCodes'),
              value: recoveryCodesLeft < FEW_CODES ? <StatusTag tone="warning">{left}</StatusTag> : left,
              wide: true,
            },
          ]}
        />
      </div>
      {recoveryCodesLeft < FEW_CODES && <Alert type="warning" showIcon title={t('factor.codesLow')} />}
      <Flex wrap gap={token.marginXS}>
        <Button onClick={onRebind}>{t('action.rebind')}</Button>
        <Button onClick={() => setAsks('newCodes')}>{t('action.newCodes')}</Button>
        {!compulsory && (
          <Button danger onClick={() => setAsks('disable')}>
            {t('action.disableTotp')}
          </Button>
        )}
      </Flex>
      <NewCodesModal open={asks === 'newCodes'} onClose={close} onCodes={onCodes} />
      <DisableTotpModal open={asks === 'disable'} onClose={close} />
    </Flex>
  );
}
