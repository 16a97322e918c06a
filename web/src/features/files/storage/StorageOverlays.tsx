import type { StorageRow } from '@jadegate/contract/files/storage';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import { formatSize } from '../../../format/size.ts';
import { useAccount } from '../../../hooks/account.ts';
import type { OverlayProps, OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteStorages } from './storage.queries.ts';
import { StorageBrowser } from './StorageBrowser.tsx';
import { StorageFormDrawer } from './StorageFormDrawer.tsx';

const WIDTH = 960;

export interface StorageTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  browsing: StorageRow;
  removal: StorageRow[];
}

/** What can lie over the list of spaces. */
export function StorageOverlays({ overlays: { of }, onDone }: OverlaysProps<StorageTargets>) {
  const { t } = useTranslation('storage');
  const remove = useDeleteStorages();
  const removal = of('removal');
  const rows = removal.target ?? [];
  const used = rows.reduce((sum, { usedSize }) => sum + Math.max(0, usedSize), 0);
  // One with files in it asks for its name; several must be empty.
  const mustType = rows.length === 1 && used > 0;
  return (
    <>
      <StorageFormDrawer {...of('form')} />
      <BrowserDrawer {...of('browsing')} />
      <DeleteDialog
        {...removal}
        words="storage"
        nameOf={({ name }) => name}
        note={used > 0 ? t('confirm.delete.used', { size: formatSize(used) }) : undefined}
        mustType={mustType}
        remove={(ids) => remove.mutateAsync({ ids, name: mustType ? rows[0]?.name : undefined })}
        onDone={onDone}
      />
    </>
  );
}

function BrowserDrawer({ open, target, onClose }: OverlayProps<StorageRow>) {
  const account = useAccount();
  return (
    <Drawer
      open={open}
      title={target?.name}
      size={WIDTH}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
    >
      {target && <StorageBrowser id={target.id} access={target.owner === account?.id ? 'owner' : 'admin'} />}
    </Drawer>
  );
}
