import { AssetDetailPage } from '../features/access/asset/AssetDetailPage.tsx';
import { useGrantTabs } from '../features/access/authorised/grant-tabs.tsx';
import { useGpuTab } from '../features/fleet/gpu/gpu-tabs.tsx';
import { NodeDetailPage } from '../features/fleet/node/NodeDetailPage.tsx';
import { VmDetailPage } from '../features/fleet/vm/VmDetailPage.tsx';
import { useVmTab } from '../features/fleet/vm/VmsOfNode.tsx';
import { UserGroupDetailPage } from '../features/identity/user-group/UserGroupDetailPage.tsx';
import { UserDetailPage } from '../features/identity/user/UserDetailPage.tsx';
import { useHoldTab } from '../features/platform/evidence/hold-tabs.tsx';
import { useConsoleSessionTab, useSessionTab } from '../features/session/session/session-tabs.tsx';
import { WithCredentialForm } from './WithCredentialForm.tsx';

/** Pages about one object whose tabs come from more than one feature. */
export function AssetPage() {
  const grantTabs = useGrantTabs();
  const sessionTab = useSessionTab();
  const holdTab = useHoldTab();
  return (
    <WithCredentialForm>
      <AssetDetailPage
        moreTabs={({ id, name }) => [
          ...grantTabs('asset', id, name),
          sessionTab({ assetId: id }),
          holdTab('asset', id),
        ]}
      />
    </WithCredentialForm>
  );
}

export function UserPage() {
  const grantTabs = useGrantTabs();
  const sessionTab = useSessionTab();
  const holdTab = useHoldTab();
  return (
    <UserDetailPage
      moreTabs={({ id, nickname }) => [
        ...grantTabs('user', id, nickname),
        sessionTab({ userId: id }),
        holdTab('user', id),
      ]}
    />
  );
}

export function UserGroupPage() {
  const grantTabs = useGrantTabs();
  return <UserGroupDetailPage moreTabs={({ id, name }) => grantTabs('user-group', id, name)} />;
}

export function NodePage() {
  const sessionTab = useSessionTab();
  const vmTab = useVmTab();
  const gpuTab = useGpuTab();
  return (
    <NodeDetailPage
      moreTabs={({ id, assetId, gpus, brief }) => [
        vmTab(id),
        ...(gpus.length > 0 || (brief?.gpuCount ?? 0) > 0 ? [gpuTab(id)] : []),
        ...(assetId === null ? [] : [sessionTab({ assetId })]),
      ]}
    />
  );
}

export function VmPage() {
  const sessionTab = useSessionTab();
  const consoleTab = useConsoleSessionTab();
  return (
    <VmDetailPage
      moreTabs={({ id, assetId }) => [consoleTab(id), ...(assetId === null ? [] : [sessionTab({ assetId })])]}
    />
  );
}
