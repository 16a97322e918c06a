import { Skeleton } from 'antd';
import { Suspense } from 'react';

import { SettingPage } from '../features/platform/setting/SettingPage.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { PageProps } from './navigation.ts';

const backup = lazyComponent(
  async () => (await import('../features/operations/backup/BackupTab.tsx')).BackupTab,
);

/** The settings page with the tab of another feature: features do not know each other. */
export function SettingWithBackup({ title }: PageProps) {
  const tab = (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
      <backup.Component />
    </Suspense>
  );
  return <SettingPage title={title} backup={tab} />;
}
