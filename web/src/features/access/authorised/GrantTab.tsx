import { KeyOutlined } from '@ant-design/icons';
import { Flex, theme } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListView } from '../../../components/list/ListView.tsx';
import { SelectionBar } from '../../../components/list/SelectionBar.tsx';
import { useList } from '../../../components/list/useList.ts';
import { useSelection, type Selection } from '../../../components/list/useSelection.ts';
import { RowActions } from '../../../components/RowActions.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { GrantQuery, grantsQuery, type GrantView } from './authorised.queries.ts';
import { rightsOf, type GrantSide } from './grant-side.ts';
import { grantColumns } from './grant.columns.tsx';
import { GrantDrawer } from './GrantDrawer.tsx';
import { GrantEditDrawer } from './GrantEditDrawer.tsx';
import { GrantRevokeModal } from './GrantRevokeModal.tsx';

/** The grants of an asset, a person or a group, and everything one does with them. */
export function GrantTab({ side }: { side: GrantSide }) {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  const granting = useOverlay<true>();
  const editing = useOverlay<GrantView>();
  const revoking = useOverlay<readonly GrantView[]>();
  const selection = useSelection<GrantView>();
  const grant = (
    <CreateButton
      access={rightsOf(side).add}
      label={t(`action.grant.${side.target}`)}
      onClick={() => granting.open(true)}
    />
  );
  return (
    <Flex vertical gap={token.margin}>
      <GrantList
        side={side}
        selection={selection}
        grant={grant}
        onEdit={editing.open}
        onRevoke={revoking.open}
      />
      {granting.wasOpened && <GrantDrawer open={granting.isOpen} side={side} onClose={granting.close} />}
      {editing.target !== undefined && (
        <GrantEditDrawer open={editing.isOpen} grant={editing.target} onClose={editing.close} />
      )}
      {revoking.wasOpened && (
        <GrantRevokeModal
          open={revoking.isOpen}
          grants={revoking.target ?? []}
          onClose={revoking.close}
          onRevoked={selection.clear}
        />
      )}
    </Flex>
  );
}

interface GrantListProps {
  side: GrantSide;
  selection: Selection<GrantView>;
  grant: ReactNode;
  onEdit: (row: GrantView) => void;
  onRevoke: (rows: readonly GrantView[]) => void;
}

function GrantList({ side, selection, grant, onEdit, onRevoke }: GrantListProps) {
  const { t } = useTranslation('authorised');
  const can = useCan();
  const rights = rightsOf(side);
  const mayRevoke = can(rights.remove);
  const { state, result, selectAll } = useList({
    schema: GrantQuery,
    read: (query: GrantQuery) => grantsQuery(side, query),
    selection,
  });
  const { data, error, isFetching, refetch } = result;
  const { target } = side;
  const columns = useMemo(
    () =>
      grantColumns(t, target, (row) => (
        <RowActions
          name={row.target.name}
          actions={[
            { key: 'edit', label: t('action.edit'), access: [rights.add], onClick: () => onEdit(row) },
            {
              key: 'revoke',
              label: t('action.revoke'),
              danger: true,
              access: [rights.remove],
              onClick: () => onRevoke([row]),
            },
          ]}
        />
      )),
    [t, target, rights, onEdit, onRevoke],
  );

  if (data === undefined && error !== null) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data?.total === 0 && !state.isFiltered) {
    return (
      <EmptyState
        icon={<KeyOutlined aria-hidden />}
        title={t(`empty.${target}.title`)}
        description={t(`empty.${target}.help`)}
        action={grant}
      />
    );
  }
  return (
    <>
      <Flex justify="flex-end">{grant}</Flex>
      <ListView
        name={`grant-${target}`}
        columns={columns}
        nameOf={(row) => row.target.name}
        search={{ name: 'name', placeholder: t(`placeholder.search.${target}`) }}
        filters={[]}
        selection={mayRevoke ? selection : undefined}
        state={state}
        result={result}
      />
      {selection.ids.length > 0 && (
        <SelectionBar
          count={selection.ids.length}
          total={data?.total ?? 0}
          selectable={selectAll.selectable}
          isSelectingAll={selectAll.isRunning}
          onSelectAll={selectAll.run}
          onClear={selection.clear}
        >
          <BulkDeleteButton label={t('action.revokeMany')} onClick={() => onRevoke(selection.rows)} />
        </SelectionBar>
      )}
    </>
  );
}
