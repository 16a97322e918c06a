import { FileProtectOutlined } from '@ant-design/icons';
import type { Tombstone } from '@jadegate/contract/session/session-evidence';
import { useQuery } from '@tanstack/react-query';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { tombstonesQuery } from './evidence.queries.ts';
import { SessionCell } from './SessionCell.tsx';

/** What is left of sessions that were deleted. */
export function TombstonesTab() {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = useQuery(tombstonesQuery());
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<FileProtectOutlined aria-hidden />}
        title={t('tombstone.none')}
        description={t('tombstone.noneHelp')}
      />
    );
  }
  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text type="secondary">{t('tombstone.help')}</Typography.Text>
      <SmallTable<Tombstone>
        rowKey="sessionId"
        dataSource={data}
        columns={[
          {
            key: 'session',
            title: t('field.session'),
            render: (_, session) => <SessionCell session={session} />,
          },
          {
            key: 'begun',
            title: t('field.begun'),
            render: (_, { begunAt }) => <TimeText value={begunAt} variant="exact" />,
          },
          {
            key: 'removed',
            title: t('field.removed'),
            render: (_, { removedAt }) => <TimeText value={removedAt} variant="exact" />,
          },
          {
            key: 'cause',
            title: t('field.cause'),
            render: (_, { cause, by }) => (
              <>
                {t(`cause.${cause}`)}
                {by !== '' && <SecondaryLine text={by} />}
              </>
            ),
          },
          {
            key: 'hash',
            title: t('field.hash'),
            render: (_, { head }) => head !== '' && <Mono text={head} maxWidth={160} />,
          },
          {
            key: 'genuine',
            title: t('field.genuine'),
            render: (_, { isGenuine }) => (
              <StatusTag tone={isGenuine ? 'success' : 'error'}>
                {t(isGenuine ? 'genuine.true' : 'genuine.false')}
              </StatusTag>
            ),
          },
        ]}
      />
    </Flex>
  );
}
