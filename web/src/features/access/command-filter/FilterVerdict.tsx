import type { CommandFilterRule, CommandVerdict, RuleAction } from '@jadegate/contract/access/command-filter';
import { Alert, Flex, theme, type AlertProps } from 'antd';
import { useTranslation } from 'react-i18next';

import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { ActionTag } from './ActionTag.tsx';

interface FilterVerdictProps {
  verdict: CommandVerdict;
  rules: readonly CommandFilterRule[];
}

const ALERTS: Record<RuleAction, AlertProps['type']> = { allow: 'success', warn: 'warning', deny: 'error' };
const PIECE_WIDTH = 480;

/** The answer, and how each part of the line was judged. */
export function FilterVerdict({ verdict, rules }: FilterVerdictProps) {
  const { t } = useTranslation('command-filter');
  const { token } = theme.useToken();
  // Those who may not see the rules still see that one decided, by its id.
  const patternOf = (id: string) => rules.find((rule) => rule.id === id)?.pattern ?? id;
  const reason =
    verdict.reason === 'rule'
      ? t('verdict.decidedBy', { pattern: patternOf(verdict.ruleId), segment: verdict.segment })
      : t(`verdict.${verdict.reason}`);
  return (
    <Flex vertical gap={token.margin} role="status">
      <Alert
        type={ALERTS[verdict.action]}
        showIcon
        title={t(`verdict.${verdict.action}`)}
        description={reason}
      />
      {verdict.pieces.length > 0 && (
        <SmallTable
          rowKey={(piece) => verdict.pieces.indexOf(piece)}
          dataSource={verdict.pieces}
          columns={[
            {
              key: 'text',
              title: t('field.piece'),
              render: (_, { text }) => <Mono text={text} maxWidth={PIECE_WIDTH} canCopy={false} />,
            },
            {
              key: 'action',
              title: t('field.action'),
              render: (_, { action }) => <ActionTag action={action} />,
            },
            {
              key: 'rule',
              title: t('field.rule'),
              render: (_, { ruleId }) =>
                ruleId === '' ? t('status.noRule') : <Mono text={patternOf(ruleId)} canCopy={false} />,
            },
          ]}
        />
      )}
    </Flex>
  );
}
