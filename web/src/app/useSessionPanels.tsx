import { DashboardOutlined, FolderOpenOutlined, ShareAltOutlined } from '@ant-design/icons';
import { DESKTOP_PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { Skeleton } from 'antd';
import { Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { HostPanel } from '../features/session/host-panel/HostPanel.tsx';
import type { SessionFilesPanel } from '../features/session/session-files/SessionFilesPanel.tsx';
import type { Pane } from '../features/session/session-frame/pane-tree.ts';
import type { SessionPanel } from '../features/session/session-frame/tenant.ts';
import type { SharePanel } from '../features/session/session-share/SharePanel.tsx';
import { lazyComponent } from './lazy-component.ts';

const Files = lazyComponent<ComponentProps<typeof SessionFilesPanel>>(
  async () => (await import('../features/session/session-files/SessionFilesPanel.tsx')).SessionFilesPanel,
).Component;
const HostStatus = lazyComponent<ComponentProps<typeof HostPanel>>(
  async () => (await import('../features/session/host-panel/HostPanel.tsx')).HostPanel,
).Component;
const Share = lazyComponent<ComponentProps<typeof SharePanel>>(
  async () => (await import('../features/session/session-share/SharePanel.tsx')).SharePanel,
).Component;

const hasFiles = ({ files }: Pane) => files?.fileSystem === '1';
const isDesktop = ({ protocol }: Pick<Pane, 'protocol'>) => DESKTOP_PROTOCOLS.some((one) => one === protocol);
const loading = <Skeleton active />;

/** The panels of a session that are features of their own, in the order of their buttons. */
export function useSessionPanels(): readonly SessionPanel[] {
  const { t } = useTranslation('session-frame');
  return [
    {
      id: 'files',
      label: t('panel.files'),
      icon: <FolderOpenOutlined aria-hidden />,
      isOffered: hasFiles,
      isKept: true,
      render: ({ sessionId, files, isShown, ...place }) =>
        files && (
          <Suspense fallback={loading}>
            <Files
              sessionId={sessionId}
              flags={files}
              isShown={isShown}
              hasShell={!isDesktop(place)}
              directory={place.directory}
            />
          </Suspense>
        ),
    },
    {
      id: 'hostStatus',
      label: t('panel.hostStatus'),
      icon: <DashboardOutlined aria-hidden />,
      // Only hosts that speak SSH tell how they are.
      isOffered: (pane) => hasFiles(pane) && !isDesktop(pane),
      render: ({ sessionId }) => (
        <Suspense fallback={loading}>
          <HostStatus sessionId={sessionId} />
        </Suspense>
      ),
    },
    {
      id: 'share',
      label: t('panel.share'),
      icon: <ShareAltOutlined aria-hidden />,
      isOffered: () => true,
      render: ({ sessionId }) => (
        <Suspense fallback={loading}>
          <Share sessionId={sessionId} />
        </Suspense>
      ),
    },
  ];
}
