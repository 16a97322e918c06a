import { CredentialInput, type Credential } from '@jadegate/contract/access/credential';
import { useQuery } from '@tanstack/react-query';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { credentialQuery, useCreateCredential, useUpdateCredential } from './credential.queries.ts';
import { CredentialFields } from './CredentialFields.tsx';

const BLANK: CredentialInput = {
  name: '',
  type: 'custom',
  username: '',
  password: '',
  privateKey: '',
  passphrase: '',
  addresses: '',
};

function toInput({ name, type, username, addresses }: Credential): CredentialInput {
  return { ...BLANK, name, type, username, addresses };
}

/** Only the secrets of the chosen type are sent; an empty one is left as it is. */
function forType(input: CredentialInput): CredentialInput {
  return input.type === 'custom' ? { ...input, privateKey: '', passphrase: '' } : { ...input, password: '' };
}

interface CredentialFormDrawerProps extends OverlayProps<string> {
  /** Gets the id of a new one. */
  onMade?: ((id: string) => void) | undefined;
}

export function CredentialFormDrawer({ open, target: id, onClose, onMade }: CredentialFormDrawerProps) {
  const save = useSaveRecord(id, useCreateCredential(), useUpdateCredential());
  const stored = useQuery({ ...credentialQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput }}
      words="credential"
      schema={CredentialInput}
      blank={BLANK}
      save={async (input) => {
        const saved = await save(forType(input));
        onMade?.(saved);
      }}
      nameOf={({ name }) => name}
    >
      <CredentialFields stored={id === undefined ? [] : (stored.data?.stored ?? [])} />
    </RecordDrawer>
  );
}
