import { READY_RULES, RULE_SETS, type RuleSet } from '@jadegate/contract/access/command-rule-sets';
import { App, Button, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { useCreateRules } from './command-filter.queries.ts';

/** Rules to begin an empty filter with; each can be changed or deleted afterwards. */
export function RuleSetButtons({ filterId }: { filterId: string }) {
  const { t } = useTranslation('command-filter');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const create = useCreateRules();
  const begin = (set: RuleSet) => {
    const rules = READY_RULES[set];
    create.mutate(
      rules.map((rule) => ({ ...rule, commandFilterId: filterId, enabled: true })),
      {
        onSuccess: () => {
          message.success(t('ruleSet.added', { count: rules.length, name: t(`ruleSet.${set}.name`) }));
        },
      },
    );
  };
  return (
    <Can any={['command-filter-rule-add']}>
      <Flex vertical gap={token.marginSM} style={{ maxWidth: 480, width: '100%' }}>
        <Typography.Text type="secondary">{t('ruleSet.title')}</Typography.Text>
        {RULE_SETS.map((set) => (
          <Flex key={set} align="center" justify="space-between" gap={token.margin}>
            <Flex vertical align="start">
              <Typography.Text strong>{t(`ruleSet.${set}.name`)}</Typography.Text>
              <Typography.Text type="secondary" style={{ textAlign: 'start' }}>
                {t(`ruleSet.${set}.help`)}
              </Typography.Text>
            </Flex>
            <Button
              aria-label={t('ruleSet.use', { name: t(`ruleSet.${set}.name`) })}
              loading={create.isPending && create.variables?.length === READY_RULES[set].length}
              disabled={create.isPending}
              onClick={() => begin(set)}
            >
              {t('ruleSet.apply')}
            </Button>
          </Flex>
        ))}
      </Flex>
    </Can>
  );
}
