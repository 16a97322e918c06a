import { CloudServerOutlined, DatabaseOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons';
import { NODE_LIFECYCLES, NodeQuery } from '@jadegate/contract/fleet/node';
import { NODE_STATUSES } from '@jadegate/contract/node-status';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { nodeColumns } from './node.columns.tsx';
import { exportMatching, nodesQuery } from './node.queries.ts';
import { NodeBulkActions } from './NodeBulkActions.tsx';
import type { NodeTargets } from './NodeOverlays.tsx';
import { NodeRacks } from './NodeRacks.tsx';
import { NodeRowActions } from './NodeRowActions.tsx';
import { NodeSummaryBar } from './NodeSummaryBar.tsx';

const NodeOverlays = lazyOverlays(async () => (await import('./NodeOverlays.tsx')).NodeOverlays);

function ExportButton({ query }: { query: NodeQuery }) {
  const { t } = useTranslation('node');
  const { message } = App.useApp();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const { pageIndex: _index, pageSize: _size, field: _field, order: _order, ...filters } = query;
      await exportMatching(filters);
    } catch (error) {
      message.error((error as Error).message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button icon={<ExportOutlined aria-hidden />} loading={isBusy} onClick={() => void save()}>
      {t('action.export')}
    </Button>
  );
}

/** Physical hosts as a list, or as they stand in their racks. */
export function NodeListPage() {
  const [search] = useSearchParams();
  return search.get('view') === 'rack' ? <NodeRacks /> : <NodeList />;
}

/** What they are, how they do, and what is wrong with them. */
function NodeList() {
  const { t } = useTranslation('node');
  const overlays = useOverlays<NodeTargets>();
  const { open } = overlays;
  const columns = useMemo(() => nodeColumns(t, (row) => <NodeRowActions row={row} open={open} />), [t, open]);
  const extra = (
    <Can any={['node-add']}>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => open('importing')}>
        {t('action.import')}
      </Button>
      <Button onClick={() => open('fromAssets')}>{t('action.fromAssets')}</Button>
    </Can>
  );
  return (
    <RecordListPage
      words="node"
      menu="node"
      manual="fleet"
      schema={NodeQuery}
      read={nodesQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'keyword', placeholder: t('placeholder.search') }}
      filters={[
        {
          name: 'status',
          label: t('field.status'),
          options: NODE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        },
        {
          name: 'lifecycle',
          label: t('field.lifecycle'),
          options: NODE_LIFECYCLES.map((value) => ({ value, label: t(`lifecycle.${value}`) })),
        },
        { kind: 'toggle', name: 'attention', label: t('field.attention') },
        { kind: 'toggle', name: 'differs', label: t('field.differs') },
        { kind: 'text', name: 'site', label: t('field.site') },
        { kind: 'text', name: 'label', label: t('placeholder.label') },
      ]}
      notice={<NodeSummaryBar />}
      action={<CreateButton access="node-add" label={t('action.create')} onClick={() => open('form')} />}
      renderExtra={(query) => (
        <>
          <Link to="/node?view=rack">
            <Button icon={<DatabaseOutlined aria-hidden />} tabIndex={-1}>
              {t('action.rack')}
            </Button>
          </Link>
          <Can any={['node-export']}>
            <ExportButton query={query} />
          </Can>
          {extra}
        </>
      )}
      tickAccess={['node-edit', 'node-del']}
      renderBulk={(rows, onDone) => (
        <NodeBulkActions rows={rows} onDelete={() => open('removal', rows)} onDone={onDone} />
      )}
      icon={<CloudServerOutlined aria-hidden />}
      renderOverlays={(onDone) => <NodeOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
