import { Drawer } from 'antd';

import { useAccount } from '../../../hooks/account.ts';
import { StorageBrowser } from './StorageBrowser.tsx';
import { StorageDeleteModal } from './StorageDeleteModal.tsx';
import { StorageFormDrawer } from './StorageFormDrawer.tsx';
import type { StorageOverlays as Overlays } from './useStorageOverlays.ts';

const WIDTH = 960;

interface StorageOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawers and dialogs of the list of spaces. Apart from it, so that the list does not wait for their code. */
export function StorageOverlays({ overlays, onDeleted }: StorageOverlaysProps) {
  const { form, browsing, removal } = overlays;
  const account = useAccount();
  const { target } = browsing;
  return (
    <>
      <StorageFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <Drawer
        open={browsing.isOpen}
        title={target?.name}
        size={WIDTH}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        onClose={browsing.close}
      >
        {target && (
          <StorageBrowser id={target.id} access={target.owner === account?.id ? 'owner' : 'admin'} />
        )}
      </Drawer>
      <StorageDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
