import {
  CodeOutlined,
  DownOutlined,
  EditOutlined,
  LinkOutlined,
  PoweroffOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { Vm } from '@jadegate/contract/fleet/vm';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type DetailTab, type MoreTabs } from '../../../components/detail/DetailPage.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { actionItems } from '../../../components/RowActions.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { useVmConsoles } from '../../../components/session/useVmConsoles.tsx';
import { VmConsoleButtons } from '../../../components/session/VmConsoleButtons.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlays, type OpenOverlay } from '../../../hooks/useOverlays.ts';
import { isPlain } from './usePlainAct.ts';
import { useRefreshVm, vmQuery } from './vm.queries.ts';
import { VmDevicesTab } from './VmDevicesTab.tsx';
import { VmFactsTab } from './VmFactsTab.tsx';
import type { VmTargets } from './VmOverlays.tsx';
import { VmOverviewTab } from './VmOverviewTab.tsx';
import { usePowerActions } from './VmRowActions.tsx';
import { VmSnapshotsTab } from './VmSnapshotsTab.tsx';
import { VmTasksTab } from './VmTasksTab.tsx';

const VmOverlays = lazyOverlays(async () => (await import('./VmOverlays.tsx')).VmOverlays);

/** One virtual machine: what it does, what it is made of, its snapshots, and what was done with it. */
export function VmDetailPage({ moreTabs }: MoreTabs<Vm>) {
  const { t } = useTranslation('vm');
  const { vmId = '' } = useParams();
  const overlays = useOverlays<VmTargets>();
  const action = (vm: Vm) => <Actions vm={vm} open={overlays.open} />;
  const tabs = (vm: Vm): DetailTab[] => [
    { key: 'overview', label: t('tab.overview'), content: <VmOverviewTab vm={vm} open={overlays.open} /> },
    { key: 'facts', label: t('tab.facts'), content: <VmFactsTab vm={vm} /> },
    { key: 'devices', label: t('tab.devices'), content: <VmDevicesTab vm={vm} /> },
    { key: 'snapshots', label: t('tab.snapshots'), content: <VmSnapshotsTab vm={vm} /> },
    { key: 'tasks', label: t('tab.tasks'), content: <VmTasksTab vm={vm} /> },
    ...(moreTabs?.(vm) ?? []),
  ];
  return (
    <>
      <DetailPage
        read={vmQuery(vmId)}
        title={({ name }) => name}
        description={({ nodeName, provider }) =>
          [t(`provider.${provider}`), nodeName].filter(Boolean).join(' · ')
        }
        action={action}
        tabs={tabs}
        listPath="/vm"
      />
      <VmOverlays overlays={overlays} />
    </>
  );
}

function Actions({ vm, open }: { vm: Vm; open: OpenOverlay<VmTargets> }) {
  const { t } = useTranslation('vm');
  const refresh = useRefreshVm();
  const actions = usePowerActions(open)(vm);
  const can = useCan();
  const hasConsole = useVmConsoles()(vm).some(({ refusal }) => refusal === undefined) && can('vm-console');
  // A machine that is off has no console to open: starting it is what one comes for then.
  const first = hasConsole ? undefined : actions.find(({ key }) => isPlain(key));
  const others = actions.filter((action) => action !== first);
  const { assetId, assetName, assetProtocol } = vm;
  return (
    <>
      <Can any={['vm-power']}>
        {first && (
          <RefusableButton type="primary" icon={first.icon} refusal={first.refusal} onClick={first.onClick}>
            {first.label}
          </RefusableButton>
        )}
      </Can>
      <VmConsoleButtons vm={vm} />
      {assetId === null || assetProtocol === null ? (
        <Can any={['vm-edit']}>
          <Button icon={<LinkOutlined aria-hidden />} onClick={() => open('asset', vm)}>
            {t('action.makeAsset')}
          </Button>
        </Can>
      ) : (
        <Can any={['asset-access']}>
          <Button
            icon={<CodeOutlined aria-hidden />}
            href={connectPath({ id: assetId, name: assetName, protocol: assetProtocol })}
            target="_blank"
            rel="noopener"
          >
            {t('action.connect')}
          </Button>
        </Can>
      )}
      <Can any={['vm-power']}>
        {others.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items: actionItems(others) }}>
            <Button icon={<PoweroffOutlined aria-hidden />}>
              {t('action.power')} <DownOutlined aria-hidden />
            </Button>
          </Dropdown>
        )}
      </Can>
      <Button
        icon={<SyncOutlined aria-hidden />}
        loading={refresh.isPending}
        onClick={() => refresh.mutate(vm.id)}
      >
        {t('action.refresh')}
      </Button>
      <Can any={['vm-edit']}>
        <Button icon={<EditOutlined aria-hidden />} onClick={() => open('form', vm.id)}>
          {t('action.edit')}
        </Button>
      </Can>
    </>
  );
}
