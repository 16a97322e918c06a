import { Alert, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { useBranding } from '../../../hooks/branding.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import type { PolicyAnswer, PolicyQuestion } from './login-policy.queries.ts';
import { EnabledTag, RuleTag } from './PolicyTags.tsx';

interface PolicyVerdictProps {
  question: PolicyQuestion;
  answer: PolicyAnswer;
  nickname: string;
}

/** The answer, and how each policy of the person was judged. */
export function PolicyVerdict({ question, answer, nickname }: PolicyVerdictProps) {
  const { t } = useTranslation('login-policy');
  const { token } = theme.useToken();
  const time = useServerTime(question.at);
  const decider = answer.policies.find(({ decides }) => decides);
  return (
    <Flex vertical gap={token.margin} role="status">
      <Alert
        type={answer.allowed ? 'success' : 'error'}
        showIcon
        title={answer.allowed ? t('test.allowed') : t('test.rejected')}
        description={
          <>
            <div>{t('test.asked', { nickname, address: question.address, time })}</div>
            <div>
              {decider === undefined ? t('test.noneDecides') : t('test.decidedBy', { name: decider.name })}
            </div>
          </>
        }
      />
      {answer.policies.length > 0 && <PolicyTable policies={answer.policies} />}
    </Flex>
  );
}

function PolicyTable({ policies }: Pick<PolicyAnswer, 'policies'>) {
  const { t } = useTranslation('login-policy');
  return (
    <SmallTable
      dataSource={policies}
      columns={[
        { key: 'name', title: t('field.name'), dataIndex: 'name' },
        { key: 'priority', title: t('field.priority'), dataIndex: 'priority', align: 'end' },
        { key: 'rule', title: t('field.rule'), render: (_value, { rule }) => <RuleTag rule={rule} /> },
        {
          key: 'enabled',
          title: t('field.enabled'),
          render: (_value, { enabled }) => <EnabledTag enabled={enabled} />,
        },
        {
          key: 'matchesAddress',
          title: t('field.matchesAddress'),
          render: (_value, { matchesAddress }) => <Match isMatch={matchesAddress} />,
        },
        {
          key: 'matchesTime',
          title: t('field.matchesTime'),
          render: (_value, { matchesTime }) => <Match isMatch={matchesTime} />,
        },
        {
          key: 'decides',
          title: t('field.decides'),
          render: (_value, { decides }) =>
            decides ? <StatusTag tone="warning">{t('status.decides')}</StatusTag> : '—',
        },
      ]}
    />
  );
}

function Match({ isMatch }: { isMatch: boolean }) {
  const { t } = useTranslation('login-policy');
  return (
    <StatusTag tone={isMatch ? 'success' : 'default'}>
      {isMatch ? t('status.matches') : t('status.differs')}
    </StatusTag>
  );
}

/** The moment as the server's clock shows it, because the windows follow that clock. */
function useServerTime(at: string): string {
  const language = useLanguage();
  const { timeZone } = useBranding();
  const format = new Intl.DateTimeFormat(language, {
    timeZone: timeZone === '' ? undefined : timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(new Date(at));
}
