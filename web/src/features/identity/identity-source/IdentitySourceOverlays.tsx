import type { IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import type { SourceReturn } from '@jadegate/contract/identity/source-sign-in';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { DirectoryImportDrawer } from './DirectoryImportDrawer.tsx';
import { DirectoryTestDrawer } from './DirectoryTestDrawer.tsx';
import { HeldSyncDialog } from './HeldSyncDialog.tsx';
import { useDeleteIdentitySources } from './identity-source.queries.ts';
import { IdentitySourceFormDrawer } from './IdentitySourceFormDrawer.tsx';
import { SourceTestDrawer } from './SourceTestDrawer.tsx';

export interface IdentitySourceTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: IdentitySourceRow[];
  /** A directory in which somebody is to be looked up, or from which people are picked. */
  lookUp: IdentitySourceRow;
  people: IdentitySourceRow;
  /** A synchronisation that waits for somebody to say so. */
  held: IdentitySourceRow;
  /** What a provider sent back in a test. */
  test: SourceReturn;
}

/** What can lie over the list of sources. */
export function IdentitySourceOverlays({ overlays: { of }, onDone }: OverlaysProps<IdentitySourceTargets>) {
  const remove = useDeleteIdentitySources();
  return (
    <>
      <IdentitySourceFormDrawer {...of('form')} />
      <SourceTestDrawer {...of('test')} />
      <DirectoryTestDrawer {...of('lookUp')} />
      <DirectoryImportDrawer {...of('people')} />
      <HeldSyncDialog {...of('held')} />
      <DeleteDialog
        {...of('removal')}
        words="identity-source"
        nameOf={({ name }) => name}
        remove={(ids) => remove.mutateAsync(ids)}
        onDone={onDone}
      />
    </>
  );
}
