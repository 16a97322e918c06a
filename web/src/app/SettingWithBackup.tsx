import { Skeleton } from 'antd';
import { Suspense, type ComponentType } from 'react';

import { SettingPage } from '../features/platform/setting/SettingPage.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { PageProps } from './page-props.ts';

const backup = lazyComponent(
  async () => (await import('../features/operations/backup/BackupTab.tsx')).BackupTab,
);
const nextTerminal = lazyComponent(
  async () =>
    (await import('../features/operations/next-terminal-import/NextTerminalTab.tsx')).NextTerminalTab,
);
const ssh = lazyComponent(
  async () => (await import('../features/session/ssh-door/SshDoorTab.tsx')).SshDoorTab,
);

const tabOf = ({ Component }: { Component: ComponentType }) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
    <Component />
  </Suspense>
);

/** The settings page with the tabs of other features: features do not know each other. */
export function SettingWithBackup({ title }: PageProps) {
  return (
    <SettingPage
      title={title}
      more={{ ssh: tabOf(ssh), backup: tabOf(backup), import: tabOf(nextTerminal) }}
    />
  );
}
