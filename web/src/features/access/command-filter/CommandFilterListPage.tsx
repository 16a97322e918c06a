import { FilterOutlined } from '@ant-design/icons';
import { CommandFilterQuery } from '@jadegate/contract/access/command-filter';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { commandFilterColumns } from './command-filter.columns.tsx';
import { commandFiltersQuery } from './command-filter.queries.ts';
import type { CommandFilterTargets } from './CommandFilterOverlays.tsx';

const CommandFilterOverlays = lazyOverlays(
  async () => (await import('./CommandFilterOverlays.tsx')).CommandFilterOverlays,
);

/** Rules for commands that are typed in a terminal. */
export function CommandFilterListPage() {
  const { t } = useTranslation('command-filter');
  const overlays = useOverlays<CommandFilterTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () =>
      commandFilterColumns(t, (row) => (
        <EditDeleteActions
          words="command-filter"
          name={row.name}
          edit={{ access: 'command-filter-edit', onClick: () => open('form', row) }}
          remove={{ access: 'command-filter-del', onClick: () => open('removal', [row]) }}
        />
      )),
    [t, open],
  );

  return (
    <RecordListPage
      words="command-filter"
      menu="command-filter"
      manual="command-filter"
      schema={CommandFilterQuery}
      read={commandFiltersQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      action={
        <CreateButton access="command-filter-add" label={t('action.create')} onClick={() => open('form')} />
      }
      tickAccess={['command-filter-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<FilterOutlined aria-hidden />}
      renderOverlays={(onDone) => <CommandFilterOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
