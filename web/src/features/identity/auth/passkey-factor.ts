import { startPasskeySignIn } from '@jadegate/contract/identity/passkey';

import { call } from '../../../api/call.ts';
import { askPasskey } from '../../../api/passkey.ts';

/** A passkey to go beside the password. */
export async function giveFactor() {
  const { question, binding } = await call(startPasskeySignIn, { body: { purpose: 'factor' } });
  return { answer: await askPasskey(question), binding };
}
