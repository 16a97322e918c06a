import { HistoryOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { Duration } from './Duration.tsx';
import { openBeside, playbackPath } from './session-path.ts';
import { begunAt } from './session.columns.tsx';
import { offlineSessionsQuery } from './session.queries.ts';
import { SessionProtocol } from './SessionProtocol.tsx';

const RECENT_SESSIONS = 20;

export type SessionsOf = { userId: string } | { assetId: string } | { vmId: string };

/** The latest sessions of a person, or on a machine, that are over. */
export function RecentSessionsTab({ of }: { of: SessionsOf }) {
  const { t } = useTranslation('session');
  const { data, error, isFetching, refetch } = useQuery(
    offlineSessionsQuery({ pageIndex: 1, pageSize: RECENT_SESSIONS, ...of }),
  );
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={<HistoryOutlined aria-hidden />}
        title={t('empty.offlineTitle')}
        description={t('empty.offlineHelp')}
      />
    );
  }
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t('help.recent', { count: RECENT_SESSIONS })}
      </Typography.Paragraph>
      <SmallTable
        dataSource={data.items}
        columns={[
          {
            key: 'connectedTime',
            title: t('field.connectedTime'),
            render: (_value, row) => <TimeText value={begunAt(row)} variant="exact" />,
          },
          'userId' in of
            ? { key: 'asset', title: t('field.asset'), render: (_value, { assetName }) => assetName }
            : {
                key: 'person',
                title: t('field.user'),
                render: (_value, { creatorName, creatorAccount }) => (
                  <PersonText name={creatorName} account={creatorAccount} />
                ),
              },
          {
            key: 'protocol',
            title: t('field.protocol'),
            render: (_value, row) => <SessionProtocol session={row} />,
          },
          {
            key: 'duration',
            title: t('field.duration'),
            align: 'right',
            render: (_value, { connectedTime, disconnectedTime }) => (
              <Duration from={connectedTime} to={disconnectedTime} />
            ),
          },
          { key: 'end', title: t('field.end'), render: (_value, { message }) => message || '—' },
          {
            key: 'actions',
            title: t('field.actions'),
            align: 'right',
            render: (_value, row) => (
              <Can any={['offline-session-playback']}>
                <RefusableButton
                  type="link"
                  size="small"
                  refusal={row.recording === '1' ? undefined : t('help.noRecording')}
                  onClick={() => openBeside(playbackPath(row))}
                >
                  {t('action.play')}
                </RefusableButton>
              </Can>
            ),
          },
        ]}
      />
    </>
  );
}
