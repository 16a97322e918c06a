import { DesktopOutlined } from '@ant-design/icons';
import { VmQuery } from '@jadegate/contract/fleet/vm';
import { VM_PROVIDERS, VM_STATES } from '@jadegate/contract/fleet/vm-state';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { vmColumns } from './vm.columns.tsx';
import { vmsQuery } from './vm.queries.ts';
import { VmBulkActions } from './VmBulkActions.tsx';
import type { VmTargets } from './VmOverlays.tsx';
import { VmRowActions } from './VmRowActions.tsx';
import { VmSources } from './VmSources.tsx';
import { VmSummaryBar } from './VmSummaryBar.tsx';

const VmOverlays = lazyOverlays(async () => (await import('./VmOverlays.tsx')).VmOverlays);

/** Virtual machines of all hosts: what they do, what they have, and what can be done with them. */
export function VmListPage() {
  const { t } = useTranslation('vm');
  const overlays = useOverlays<VmTargets>();
  const { open } = overlays;
  const columns = useMemo(() => vmColumns(t, (row) => <VmRowActions row={row} open={open} />), [t, open]);
  return (
    <RecordListPage
      words="vm"
      menu="vm"
      manual="fleet"
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
      tickAccess={['vm-power', 'vm-del']}
      renderBulk={(rows, onDone) => (
        <VmBulkActions rows={rows} onDelete={() => open('removal', rows)} onDone={onDone} />
      )}
      icon={<DesktopOutlined aria-hidden />}
      emptyHelp={<VmSources />}
      renderOverlays={(onDone) => <VmOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
