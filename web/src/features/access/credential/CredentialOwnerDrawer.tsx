import type { CredentialRow } from '@jadegate/contract/access/credential';
import { useQuery } from '@tanstack/react-query';

import { OwnerDrawer } from '../../../components/form/OwnerDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { ownerOptionsQuery, useChangeCredentialOwner } from './credential-owner.queries.ts';

/** Gives a credential to another person. */
export function CredentialOwnerDrawer({ open, target: credential, onClose }: OverlayProps<CredentialRow>) {
  const change = useChangeCredentialOwner();
  const people = useQuery({ ...ownerOptionsQuery(), enabled: open });
  return (
    <OwnerDrawer
      open={open}
      words="credential"
      owned={credential}
      people={people}
      change={change.mutateAsync}
      onClose={onClose}
    />
  );
}
