import { proveAgain, type Reauthentication } from '@jadegate/contract/identity/account';
import {
  addPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  renamePasskey,
  startAddingPasskey,
} from '@jadegate/contract/identity/passkey';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { makePasskey } from '../../../api/passkey.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** Also the key of who is signed in, where it stands whether there is one. */
const TOUCHED = ['account'];

export function ownPasskeysQuery() {
  return queryOptions({
    queryKey: ['account', 'passkeys'],
    queryFn: ({ signal }) => call(listOwnPasskeys, { signal }),
    meta: { errors: 'caller' },
  });
}

interface Addition {
  name: string;
  /** Where no recent proof counts: given before the device makes a passkey that the server would not take. */
  proof: Reauthentication | undefined;
}

export function useAddPasskey() {
  return useChange(TOUCHED, async ({ name, proof }: Addition) => {
    if (proof) {
      await call(proveAgain, { body: proof });
    }
    const made = await makePasskey(await call(startAddingPasskey));
    return call(addPasskey, { body: { name, made } });
  });
}

export function useRenamePasskey() {
  return useChange(TOUCHED, ({ id, name }: { id: string; name: string }) =>
    call(renamePasskey, { params: { id }, body: { name } }),
  );
}

export function useRemovePasskey() {
  return useChange(TOUCHED, ({ id, proof }: { id: string; proof: Reauthentication }) =>
    call(removeOwnPasskey, { params: { id }, body: proof }),
  );
}
