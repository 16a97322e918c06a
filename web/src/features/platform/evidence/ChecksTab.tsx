import { CheckCircleOutlined } from '@ant-design/icons';
import { findingText } from '@jadegate/contract/session/evidence/report-text';
import { useQuery } from '@tanstack/react-query';
import { Flex, Statistic, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { checksQuery } from './evidence.queries.ts';
import { SessionCell } from './SessionCell.tsx';
import { VerdictTag } from './VerdictTag.tsx';

const COUNTS = ['whole', 'incomplete', 'altered', 'unchecked'] as const;

/** What the daily check found. */
export function ChecksTab() {
  const { t } = useTranslation('evidence');
  const { token } = theme.useToken();
  const language = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(checksQuery());
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text type="secondary">{t('check.help')}</Typography.Text>
      <Flex gap={token.marginXL} wrap>
        {COUNTS.map((name) => (
          <Statistic key={name} title={t(`field.${name}`)} value={data[name]} />
        ))}
      </Flex>
      {data.bad.length === 0 ? (
        <EmptyState
          icon={<CheckCircleOutlined aria-hidden />}
          title={t('check.none')}
          description={t('check.noneHelp')}
        />
      ) : (
        <SmallTable<(typeof data.bad)[number]>
          rowKey="sessionId"
          dataSource={data.bad}
          columns={[
            {
              key: 'session',
              title: t('field.session'),
              render: (_, session) => <SessionCell session={session} />,
            },
            {
              key: 'begun',
              title: t('field.begun'),
              render: (_, { connectedAt }) => <TimeText value={connectedAt} variant="exact" />,
            },
            {
              key: 'verdict',
              title: t('field.verdict'),
              render: (_, { verdict }) => <VerdictTag verdict={verdict} />,
            },
            {
              key: 'finding',
              title: t('field.finding'),
              render: (_, { finding }) => finding && findingText(finding, language),
            },
            {
              key: 'checked',
              title: t('field.checked'),
              render: (_, { checkedAt }) => checkedAt && <TimeText value={checkedAt} />,
            },
          ]}
        />
      )}
    </Flex>
  );
}
