import {
  addPasskey,
  finishPasskeySignIn,
  listOwnPasskeys,
  removeOwnPasskey,
  renamePasskey,
  startAddingPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from '@jadegate/contract/identity/passkey';

import type { Api } from '../../http/api.ts';
import { loginOf } from '../../kernel/actor.ts';
import type { AccountService } from '../account/account.service.ts';
import type { PasskeyJudge } from './passkey-judge.service.ts';
import type { PasskeySignInService } from './passkey-sign-in.service.ts';
import type { PasskeyService } from './passkey.service.ts';

interface Services {
  passkeys: PasskeyService;
  passkeyJudge: PasskeyJudge;
  passkeySignIns: PasskeySignInService;
  account: AccountService;
  publicUrls: readonly string[];
}

export function passkeyRoutes(
  api: Api,
  { passkeys, passkeyJudge, passkeySignIns, account, publicUrls }: Services,
): void {
  const placeOf = ({ headers }: { headers: { origin?: string | undefined } }) => ({
    publicUrls,
    origin: headers.origin,
  });

  api.onPublic(startPasskeySignIn, ({ body, ...rest }) => passkeySignIns.start(body.purpose, placeOf(rest)));
  api.onPublic(finishPasskeySignIn, async ({ caller, body }) => {
    const { token, user, owes } = await passkeySignIns.finish(caller, body);
    return { token, info: await account.describe(user, owes) };
  });
  api.on(listOwnPasskeys, ({ actor, ...rest }) => passkeys.listOwn(actor, placeOf(rest)));
  api.on(startPasskeyProof, ({ actor, ...rest }) =>
    passkeyJudge.ask('prove', { loginId: loginOf(actor) }, placeOf(rest), actor.userId),
  );
  api.on(startAddingPasskey, ({ actor, ...rest }) => passkeys.begin(actor, placeOf(rest)));
  api.on(addPasskey, ({ actor, body }) => passkeys.add(actor, body));
  api.on(renamePasskey, ({ actor, params, body }) => passkeys.rename(actor, params.id, body.name));
  api.on(removeOwnPasskey, ({ actor, params, body }) => passkeys.removeOwn(actor, params.id, body));
}
