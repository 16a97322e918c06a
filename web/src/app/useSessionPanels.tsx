import { DashboardOutlined, FolderOpenOutlined, ShareAltOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import { Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

import type { HostPanelDrawer } from '../features/host-panel/HostPanelDrawer.tsx';
import type { SessionFilesPanel } from '../features/session-files/SessionFilesPanel.tsx';
import type { Pane } from '../features/session-frame/pane-tree.ts';
import type { SessionPanel } from '../features/session-frame/tenant.ts';
import type { ShareModal } from '../features/session-share/ShareModal.tsx';
import { lazyComponent } from './lazy-component.ts';

const Files = lazyComponent<ComponentProps<typeof SessionFilesPanel>>(
  async () => (await import('../features/session-files/SessionFilesPanel.tsx')).SessionFilesPanel,
).Component;
const HostStatus = lazyComponent<ComponentProps<typeof HostPanelDrawer>>(
  async () => (await import('../features/host-panel/HostPanelDrawer.tsx')).HostPanelDrawer,
).Component;
const Share = lazyComponent<ComponentProps<typeof ShareModal>>(
  async () => (await import('../features/session-share/ShareModal.tsx')).ShareModal,
).Component;

const FILES_WIDTH = 860;

/** Hosts with files are hosts that speak SSH. */
const hasFiles = ({ files }: Pane) => files?.fileSystem === '1';

/** The panels of a session that are features of their own, in the order of their buttons. */
export function useSessionPanels(): readonly SessionPanel[] {
  const { t } = useTranslation('session-frame');
  return [
    {
      id: 'files',
      kind: 'over',
      label: t('panel.files'),
      icon: <FolderOpenOutlined aria-hidden />,
      isOffered: hasFiles,
      render: ({ files, ...props }) =>
        files && (
          <Drawer
            open={props.open}
            title={t('panel.files')}
            size={FILES_WIDTH}
            styles={{ wrapper: { maxWidth: '100vw' } }}
            // The session gets the keyboard back, not the button that opened this.
            focusable={{ focusTriggerAfterClose: false }}
            onClose={props.onClose}
            afterOpenChange={(isOpen) => !isOpen && props.afterClose()}
          >
            <Suspense fallback={null}>
              <Files sessionId={props.sessionId} flags={files} isShown={props.open} />
            </Suspense>
          </Drawer>
        ),
    },
    {
      id: 'hostStatus',
      kind: 'over',
      label: t('panel.hostStatus'),
      icon: <DashboardOutlined aria-hidden />,
      isOffered: hasFiles,
      render: (props) => (
        <Suspense fallback={null}>
          <HostStatus {...props} />
        </Suspense>
      ),
    },
    {
      id: 'share',
      kind: 'over',
      label: t('panel.share'),
      icon: <ShareAltOutlined aria-hidden />,
      isOffered: () => true,
      render: (props) => (
        <Suspense fallback={null}>
          <Share {...props} />
        </Suspense>
      ),
    },
  ];
}
