import { DesktopOutlined } from '@ant-design/icons';
import { VmQuery, type VmRow } from '@jadegate/contract/fleet/vm';
import { VM_PROVIDERS, VM_STATES } from '@jadegate/contract/fleet/vm-state';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { useVmOpeners, useVmOverlays } from './useVmOverlays.ts';
import { vmColumns } from './vm.columns.tsx';
import { vmsQuery } from './vm.queries.ts';
import { VmBulkActions } from './VmBulkActions.tsx';
import { VmRowActions } from './VmRowActions.tsx';
import { VmSources } from './VmSources.tsx';
import { VmSummaryBar } from './VmSummaryBar.tsx';

const VmOverlays = lazyOverlays(async () => (await import('./VmOverlays.tsx')).VmOverlays);

/** Virtual machines of all hosts: what they do, what they have, and what can be done with them. */
export function VmListPage() {
  const { t } = useTranslation('vm');
  const can = useCan();
  const selection = useSelection<VmRow>();
  const overlays = useVmOverlays();
  const openers = useVmOpeners(overlays);
  const columns = useMemo(
    () => vmColumns(t, (row) => <VmRowActions row={row} overlays={openers} />),
    [t, openers],
  );
  return (
    <>
      <ListPage
        name="vm"
        title={t('title.list')}
        description={t('title.description')}
        access={['vm']}
        schema={VmQuery}
        read={vmsQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'keyword', placeholder: t('placeholder.search') }}
        filters={[
          {
            name: 'state',
            label: t('field.state'),
            options: VM_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          },
          {
            name: 'provider',
            label: t('field.provider'),
            options: VM_PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) })),
          },
          {
            name: 'linked',
            label: t('field.asset'),
            options: [
              { value: 'true', label: t('hint.linked') },
              { value: 'false', label: t('hint.unlinked') },
            ],
          },
          { kind: 'text', name: 'label', label: t('placeholder.label') },
        ]}
        notice={<VmSummaryBar />}
        selection={can('vm-power', 'vm-del') ? selection : undefined}
        bulkActions={
          <VmBulkActions
            rows={selection.rows}
            onDelete={() => overlays.removal.open(selection.rows)}
            onDone={selection.clear}
          />
        }
        empty={{
          icon: <DesktopOutlined aria-hidden />,
          title: t('empty.title'),
          description: <VmSources />,
        }}
      />
      <VmOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
