import { FilterOutlined } from '@ant-design/icons';
import { CommandFilterQuery, type CommandFilter } from '@jadegate/contract/access/command-filter';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { commandFilterColumns } from './command-filter.columns.tsx';
import { commandFiltersQuery } from './command-filter.queries.ts';
import { useCommandFilterOverlays } from './useCommandFilterOverlays.ts';

const CommandFilterOverlays = lazyOverlays(
  async () => (await import('./CommandFilterOverlays.tsx')).CommandFilterOverlays,
);

/** Rules for commands that are typed in a terminal. */
export function CommandFilterListPage() {
  const { t } = useTranslation('command-filter');
  const can = useCan();
  const selection = useSelection<CommandFilter>();
  const overlays = useCommandFilterOverlays();
  const { form, removal } = overlays;

  const columns = useMemo(
    () =>
      commandFilterColumns(t, (row) => (
        <EditDeleteActions
          words="command-filter"
          name={row.name}
          edit={{ access: 'command-filter-edit', onClick: () => form.open(row) }}
          remove={{ access: 'command-filter-del', onClick: () => removal.open([row]) }}
        />
      )),
    [t, form, removal],
  );

  return (
    <>
      <ListPage
        name="command-filter"
        title={t('title.list')}
        description={t('title.description')}
        access={['command-filter']}
        schema={CommandFilterQuery}
        read={commandFiltersQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        action={
          <CreateButton access="command-filter-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('command-filter-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <FilterOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <CommandFilterOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
