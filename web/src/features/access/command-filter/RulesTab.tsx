import { OrderedListOutlined } from '@ant-design/icons';
import type { CommandFilterRule } from '@jadegate/contract/access/command-filter';
import { useQuery } from '@tanstack/react-query';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';
import { rulesQuery, useDeleteRules } from './command-filter.queries.ts';
import { RuleFormDrawer } from './RuleFormDrawer.tsx';
import { RuleSetButtons } from './RuleSetButtons.tsx';
import { RuleTable } from './RuleTable.tsx';

/** The rules of a filter, in the order they are asked. */
export function RulesTab({ filterId }: { filterId: string }) {
  const { t } = useTranslation('command-filter');
  const { token } = theme.useToken();
  const form = useOverlay<CommandFilterRule | undefined>();
  const removal = useOverlay<CommandFilterRule>();
  const { data, error, isFetching, refetch } = useQuery(rulesQuery(filterId));
  const add = (
    <CreateButton
      access="command-filter-rule-add"
      label={t('action.addRule')}
      onClick={() => form.open(undefined)}
    />
  );

  const content = () => {
    if (data === undefined) {
      return <LoadState {...{ error, isFetching, refetch }} />;
    }
    if (data.total === 0) {
      return (
        <EmptyState
          icon={<OrderedListOutlined aria-hidden />}
          title={t('empty.rules.title')}
          description={t('empty.rules.help')}
          action={
            <Flex vertical align="center" gap={token.marginLG}>
              {add}
              <RuleSetButtons filterId={filterId} />
            </Flex>
          }
        />
      );
    }
    return (
      <>
        <Flex justify="flex-end">{add}</Flex>
        <RuleTable rules={data.items} onEdit={form.open} onDelete={removal.open} />
      </>
    );
  };
  return (
    <Flex vertical gap={token.margin}>
      {content()}
      {form.wasOpened && (
        <RuleFormDrawer open={form.isOpen} filterId={filterId} rule={form.target} onClose={form.close} />
      )}
      <RuleDeleteModal overlay={removal} />
    </Flex>
  );
}

function RuleDeleteModal({ overlay }: { overlay: Overlay<CommandFilterRule> }) {
  const { t } = useTranslation('command-filter');
  const remove = useDeleteRules();
  const pattern = overlay.target?.pattern ?? '';
  return (
    <ConfirmRows
      open={overlay.isOpen}
      ids={overlay.target === undefined ? [] : [overlay.target.id]}
      title={t('confirm.deleteRule.title', { pattern })}
      help={t('confirm.deleteRule.help')}
      confirmLabel={t('action.delete')}
      done={t('message.ruleDeleted', { pattern })}
      run={remove.mutateAsync}
      onClose={overlay.close}
    />
  );
}
