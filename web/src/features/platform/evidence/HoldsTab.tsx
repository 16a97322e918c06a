import { LockOutlined } from '@ant-design/icons';
import type { LegalHold } from '@jadegate/contract/platform/legal-hold';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import { holdsQuery, useLiftHold } from './evidence.queries.ts';

/** All holds, those in force first. */
export function HoldsTab() {
  const { t } = useTranslation('evidence');
  const can = useCan();
  const { data, error, isFetching, refetch } = useQuery(holdsQuery());
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<LockOutlined aria-hidden />}
        title={t('hold.none')}
        description={t('hold.noneHelp')}
      />
    );
  }
  return (
    <SmallTable<LegalHold>
      dataSource={data}
      columns={[
        {
          key: 'name',
          title: t('field.name'),
          render: (_, { subjectName, kind }) => (
            <>
              {subjectName}
              <SecondaryLine text={t(`kind.${kind}`)} />
            </>
          ),
        },
        {
          key: 'state',
          title: t('field.state'),
          render: (_, { liftedAt }) =>
            liftedAt === null ? (
              <StatusTag tone="warning" icon={<LockOutlined aria-hidden />}>
                {t('hold.held')}
              </StatusTag>
            ) : (
              <StatusTag>{t('field.lifted')}</StatusTag>
            ),
        },
        {
          key: 'set',
          title: t('field.set'),
          render: (_, row) => <Act name={row.setBy} at={row.setAt} reason={row.reason} />,
        },
        {
          key: 'lifted',
          title: t('field.lifted'),
          render: (_, row) =>
            row.liftedAt === null ? (
              can('evidence-hold') && <Lift hold={row} />
            ) : (
              <Act name={row.liftedBy} at={row.liftedAt} reason={row.liftReason} />
            ),
        },
      ]}
    />
  );
}

function Act({ name, at, reason }: { name: string; at: string; reason: string }) {
  return (
    <div style={{ maxWidth: 360, overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
      {reason}
      <div>
        {name} · <TimeText value={at} variant="exact" />
      </div>
    </div>
  );
}

function Lift({ hold }: { hold: LegalHold }) {
  const { t } = useTranslation('evidence');
  const { message } = App.useApp();
  const { mutateAsync: lift } = useLiftHold();
  return (
    <ConfirmButton
      title={t('confirm.lift.title', { name: hold.subjectName })}
      consequence={t('confirm.lift.help')}
      confirmLabel={t('action.lift')}
      reason="needed"
      onConfirm={async (reason) => {
        await lift({ id: hold.id, reason });
        message.success(t('message.lifted'));
      }}
    >
      {t('action.lift')}
    </ConfirmButton>
  );
}
