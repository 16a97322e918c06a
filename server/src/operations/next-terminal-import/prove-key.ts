import { AppError } from '../../kernel/app-error.ts';
import type { OldCipher } from './old-cipher.ts';
import type { OldOrigin } from './old-origin.ts';
import { unlessNone } from './plan.ts';
import { readOld } from './read-old.ts';

/** So many secrets are tried: one alone may be damaged, and the key right all the same. */
const TRIED = 20;

/** Before anything is planned: the key opens one of the secrets that are there, or everything is refused. */
export async function proveKey(origin: OldOrigin, cipher: OldCipher): Promise<void> {
  if (!origin.isSealed) {
    return;
  }
  let first: string | undefined;
  let tried = 0;
  for (const table of ['credentials', 'assets'] as const) {
    for (const { name, encrypted, password, private_key: key } of (await readOld(origin, table)).rows) {
      const sealed = encrypted ? [password, key].find((stored) => unlessNone(stored) !== '') : undefined;
      if (sealed === undefined) {
        continue;
      }
      if (cipher.open(sealed) !== undefined) {
        return;
      }
      first ??= name;
      tried += 1;
      if (tried >= TRIED) {
        throw wrong(first);
      }
    }
  }
  if (first !== undefined) {
    throw wrong(first);
  }
}

function wrong(name: string): AppError {
  return new AppError('next_terminal.key_wrong', { params: { name } });
}
