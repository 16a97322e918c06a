import type { CommandFilterRule } from '@jadegate/contract/access/command-filter';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { useCan } from '../../../hooks/account.ts';
import { ActionTag } from './ActionTag.tsx';
import { useUpdateRule } from './command-filter.queries.ts';

interface RuleTableProps {
  rules: readonly CommandFilterRule[];
  onEdit: (rule: CommandFilterRule) => void;
  onDelete: (rule: CommandFilterRule) => void;
}

const PATTERN_WIDTH = 360;

export function RuleTable({ rules, onEdit, onDelete }: RuleTableProps) {
  const { t } = useTranslation('command-filter');
  return (
    <SmallTable
      dataSource={[...rules]}
      columns={[
        { key: 'priority', title: t('field.priority'), dataIndex: 'priority', align: 'end', width: 96 },
        { key: 'action', title: t('field.action'), render: (_, { action }) => <ActionTag action={action} /> },
        { key: 'type', title: t('field.type'), render: (_, { type }) => t(`type.${type}`) },
        {
          key: 'pattern',
          title: t('field.pattern'),
          render: (_, { pattern }) => <Mono text={pattern} maxWidth={PATTERN_WIDTH} />,
        },
        {
          key: 'ignoreCase',
          title: t('field.ignoreCase'),
          render: (_, { ignoreCase }) => (ignoreCase ? t('field.ignoreCase') : '—'),
        },
        { key: 'enabled', title: t('field.enabled'), render: (_, rule) => <EnabledSwitch rule={rule} /> },
        {
          key: 'actions',
          title: t('field.actions'),
          align: 'end',
          width: 128,
          render: (_, rule) => (
            <EditDeleteActions
              words="command-filter"
              name={rule.pattern}
              edit={{ access: 'command-filter-rule-put', onClick: () => onEdit(rule) }}
              remove={{ access: 'command-filter-rule-del', onClick: () => onDelete(rule) }}
            />
          ),
        },
      ]}
    />
  );
}

function EnabledSwitch({ rule }: { rule: CommandFilterRule }) {
  const { t } = useTranslation('command-filter');
  const can = useCan();
  const update = useUpdateRule('toast');
  return (
    <Switch
      size="small"
      checked={rule.enabled}
      disabled={!can('command-filter-rule-put')}
      loading={update.isPending}
      aria-label={`${t('field.enabled')} ${rule.pattern}`}
      onChange={(enabled) => update.mutate({ id: rule.id, body: { enabled } })}
    />
  );
}
