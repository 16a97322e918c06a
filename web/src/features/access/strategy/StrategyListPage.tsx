import { FileProtectOutlined, FilterOutlined } from '@ant-design/icons';
import { StrategyQuery, type Strategy } from '@jadegate/contract/access/strategy';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { strategyColumns } from './strategy.columns.tsx';
import { strategiesQuery } from './strategy.queries.ts';
import { useStrategyOverlays } from './useStrategyOverlays.ts';

const StrategyOverlays = lazyOverlays(async () => (await import('./StrategyOverlays.tsx')).StrategyOverlays);

/** What people may do in a session. */
export function StrategyListPage() {
  const { t } = useTranslation('strategy');
  const can = useCan();
  const selection = useSelection<Strategy>();
  const overlays = useStrategyOverlays();
  const { form, removal } = overlays;

  const columns = useMemo(
    () =>
      strategyColumns(t, (row) => (
        <EditDeleteActions
          words="strategy"
          name={row.name}
          edit={{ access: 'strategy-edit', onClick: () => form.open(row.id) }}
          remove={{ access: 'strategy-del', onClick: () => removal.open([row]) }}
        />
      )),
    [t, form, removal],
  );

  return (
    <>
      <ListPage
        name="strategy"
        title={t('title.list')}
        description={t('title.description')}
        access={['strategy']}
        schema={StrategyQuery}
        read={strategiesQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        renderExtra={() => FILTERS}
        action={
          <CreateButton access="strategy-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('strategy-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <FileProtectOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <StrategyOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}

const FILTERS = <FiltersButton />;

function FiltersButton() {
  const { t } = useTranslation('strategy');
  const navigate = useNavigate();
  return (
    <Can any={['command-filter']}>
      <Button icon={<FilterOutlined aria-hidden />} onClick={() => void navigate('/command-filter')}>
        {t('action.filters')}
      </Button>
    </Can>
  );
}
