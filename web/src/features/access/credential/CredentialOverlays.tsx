import type { CredentialRow } from '@jadegate/contract/access/credential';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteCredentials } from './credential.queries.ts';
import { CredentialFormDrawer } from './CredentialFormDrawer.tsx';
import { CredentialOwnerDrawer } from './CredentialOwnerDrawer.tsx';
import { CredentialRevealModal } from './CredentialRevealModal.tsx';

export interface CredentialTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  owner: CredentialRow;
  reveal: CredentialRow;
  removal: CredentialRow[];
}

/** What can lie over the credential list. */
export function CredentialOverlays({ overlays: { of }, onDone }: OverlaysProps<CredentialTargets>) {
  const { t } = useTranslation('credential');
  const remove = useDeleteCredentials();
  const removal = of('removal');
  const inUse = (removal.target ?? []).reduce((sum, { assetCount }) => sum + assetCount, 0);
  return (
    <>
      <CredentialFormDrawer {...of('form')} />
      <CredentialOwnerDrawer {...of('owner')} />
      <CredentialRevealModal {...of('reveal')} />
      <DeleteDialog
        {...removal}
        words="credential"
        nameOf={({ name }) => name}
        note={inUse > 0 ? t('confirm.delete.inUse', { count: inUse }) : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
