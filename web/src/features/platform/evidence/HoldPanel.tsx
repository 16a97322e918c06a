import { LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { holdQuery, useLiftHold, useSetHold, type HoldSubject } from './evidence.queries.ts';

/** Whether something is on legal hold, and the way to set or lift it for those who may. */
export function HoldPanel(subject: HoldSubject) {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const { data, error, isFetching, refetch } = useQuery(holdQuery(subject));
  const { mutateAsync: set } = useSetHold();
  const { mutateAsync: lift } = useLiftHold();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const handleSet = async (reason: string) => {
    await set({ ...subject, reason });
    message.success(t('message.held'));
  };
  const handleLift = async (id: string, reason: string) => {
    await lift({ id, reason });
    message.success(t('message.lifted'));
  };
  return (
    <Flex vertical gap={token.marginSM} align="flex-start">
      {data === null ? (
        <StatusTag>{t('hold.notHeld')}</StatusTag>
      ) : (
        <>
          <StatusTag tone="warning" icon={<LockOutlined aria-hidden />}>
            {t('hold.held')}
          </StatusTag>
          <div style={{ overflowWrap: 'anywhere' }}>
            {data.reason}
            <div style={{ color: token.colorTextSecondary }}>
              {data.setBy} · <TimeText value={data.setAt} variant="exact" />
            </div>
          </div>
        </>
      )}
      <Typography.Text type="secondary">{t('confirm.set.help')}</Typography.Text>
      <Can any={['evidence-hold']}>
        {data === null ? (
          <ConfirmButton
            danger={false}
            title={t('confirm.set.title')}
            consequence={t('confirm.set.help')}
            confirmLabel={t('action.set')}
            reason="needed"
            onConfirm={handleSet}
          >
            {t('action.set')}
          </ConfirmButton>
        ) : (
          <ConfirmButton
            title={t('confirm.lift.title', { name: data.subjectName })}
            consequence={t('confirm.lift.help')}
            confirmLabel={t('action.lift')}
            reason="needed"
            onConfirm={(reason) => handleLift(data.id, reason)}
          >
            {t('action.lift')}
          </ConfirmButton>
        )}
      </Can>
    </Flex>
  );
}
