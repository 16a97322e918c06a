import { AccessGatewayInput, type AccessGateway } from '@jadegate/contract/access/access-gateway';
import { useQuery } from '@tanstack/react-query';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import {
  accessGatewayQuery,
  useCreateAccessGateway,
  useUpdateAccessGateway,
} from './access-gateway.queries.ts';
import { AccessGatewayFields } from './AccessGatewayFields.tsx';

const BLANK: AccessGatewayInput = {
  name: '',
  ip: '',
  port: 22,
  accountType: 'password',
  username: '',
  password: '',
  privateKey: '',
  passphrase: '',
  accessGatewayId: null,
};

function toInput({
  name,
  ip,
  port,
  accountType,
  username,
  accessGatewayId,
}: AccessGateway): AccessGatewayInput {
  const parent = accessGatewayId === '' ? null : accessGatewayId;
  return { ...BLANK, name, ip, port, accountType, username, accessGatewayId: parent };
}

/** Only the secrets of the chosen kind are sent; an empty one is left as it is. */
function forType(input: AccessGatewayInput): AccessGatewayInput {
  return input.accountType === 'password'
    ? { ...input, privateKey: '', passphrase: '' }
    : { ...input, password: '' };
}

export function AccessGatewayFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const save = useSaveRecord(id, useCreateAccessGateway(), useUpdateAccessGateway());
  const stored = useQuery({ ...accessGatewayQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput }}
      words="access-gateway"
      schema={AccessGatewayInput}
      blank={BLANK}
      save={(input) => save(forType(input))}
      nameOf={({ name }) => name}
    >
      <AccessGatewayFields id={id} stored={id === undefined ? [] : (stored.data?.stored ?? [])} />
    </RecordDrawer>
  );
}
