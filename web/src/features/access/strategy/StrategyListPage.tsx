import { FileProtectOutlined, FilterOutlined } from '@ant-design/icons';
import { StrategyQuery } from '@jadegate/contract/access/strategy';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { strategyColumns } from './strategy.columns.tsx';
import { strategiesQuery } from './strategy.queries.ts';
import type { StrategyTargets } from './StrategyOverlays.tsx';

const StrategyOverlays = lazyOverlays(async () => (await import('./StrategyOverlays.tsx')).StrategyOverlays);

/** What people may do in a session. */
export function StrategyListPage() {
  const { t } = useTranslation('strategy');
  const overlays = useOverlays<StrategyTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () =>
      strategyColumns(t, (row) => (
        <EditDeleteActions
          words="strategy"
          name={row.name}
          edit={{ access: 'strategy-edit', onClick: () => open('form', row.id) }}
          remove={{ access: 'strategy-del', onClick: () => open('removal', [row]) }}
        />
      )),
    [t, open],
  );

  return (
    <RecordListPage
      words="strategy"
      menu="strategy"
      manual="access"
      schema={StrategyQuery}
      read={strategiesQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      renderExtra={() => FILTERS}
      action={<CreateButton access="strategy-add" label={t('action.create')} onClick={() => open('form')} />}
      tickAccess={['strategy-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<FileProtectOutlined aria-hidden />}
      renderOverlays={(onDone) => <StrategyOverlays overlays={overlays} onDone={onDone} />}
    />
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
