import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  type NewAccessToken,
} from '@jadegate/contract/identity/access-token';
import { endOwnFactorWindow, listOwnFactorWindows } from '@jadegate/contract/identity/factor-window';
import { endOtherLogins, endOwnLogin, listOwnLogins } from '@jadegate/contract/identity/own-login';
import {
  changeOwnMail,
  changeOwnName,
  getOwnProfile,
  type OwnMailChange,
  type OwnNameChange,
} from '@jadegate/contract/identity/own-profile';
import {
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  reloadTotp,
  resetTotp,
  type FactorProof,
  type TotpConfirmation,
} from '@jadegate/contract/identity/second-factor';
import {
  addSshKey,
  listOwnSshKeys,
  removeOwnSshKey,
  type NewSshKey,
} from '@jadegate/contract/identity/ssh-key';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** Also the key of who is signed in: whether a second factor is on stands there too. */
const TOUCHED = ['account'];

export function ownProfileQuery() {
  return queryOptions({
    queryKey: ['account', 'profile'],
    queryFn: ({ signal }) => call(getOwnProfile, { signal }),
    meta: { errors: 'caller' },
  });
}

export function secondFactorQuery() {
  return queryOptions({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => call(getSecondFactor, { signal }),
    meta: { errors: 'caller' },
  });
}

/** The answer is a secret: it goes with the page, and asking again makes another. */
export function totpSetupQuery() {
  return queryOptions({
    queryKey: ['totp-setup'],
    queryFn: ({ signal }) => call(reloadTotp, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    meta: { errors: 'caller' },
  });
}

export function accessTokensQuery() {
  return queryOptions({
    queryKey: ['account', 'access-tokens'],
    queryFn: ({ signal }) => call(listAccessTokens, { signal }),
    meta: { errors: 'caller' },
  });
}

export function ownSshKeysQuery() {
  return queryOptions({
    queryKey: ['account', 'ssh-keys'],
    queryFn: ({ signal }) => call(listOwnSshKeys, { signal }),
    meta: { errors: 'caller' },
  });
}

/** Asked anew by whatever opens: it runs down by the second. */
export function ownLoginsQuery() {
  return queryOptions({
    queryKey: ['account', 'logins'],
    queryFn: ({ signal }) => call(listOwnLogins, { signal }),
    meta: { errors: 'caller' },
  });
}

export function ownFactorWindowsQuery() {
  return queryOptions({
    queryKey: ['account', 'factor-windows'],
    queryFn: ({ signal }) => call(listOwnFactorWindows, { signal }),
    meta: { errors: 'caller' },
  });
}

/** The lists of people show both, too. */
const PROFILE_TOUCHED = [...TOUCHED, 'user'];

export function useChangeOwnName() {
  return useChange(PROFILE_TOUCHED, (body: OwnNameChange) => call(changeOwnName, { body }));
}

export function useChangeOwnMail() {
  return useChange(PROFILE_TOUCHED, (body: OwnMailChange) => call(changeOwnMail, { body }));
}

export function useConfirmTotp() {
  return useChange(TOUCHED, (body: TotpConfirmation) => call(confirmTotp, { body }));
}

export function useResetTotp() {
  return useChange(TOUCHED, (body: FactorProof) => call(resetTotp, { body }));
}

export function useMakeRecoveryCodes() {
  return useChange(TOUCHED, (body: FactorProof) => call(makeRecoveryCodes, { body }));
}

export function useCreateAccessToken() {
  return useChange(TOUCHED, (body: NewAccessToken) => call(createAccessToken, { body }));
}

export function useRevokeAccessToken() {
  return useChange(TOUCHED, (id: string) => call(revokeAccessToken, { params: { id } }));
}

export function useAddSshKey() {
  return useChange(TOUCHED, (body: NewSshKey) => call(addSshKey, { body }));
}

export function useRemoveSshKey() {
  return useChange(TOUCHED, (id: string) => call(removeOwnSshKey, { params: { id } }));
}

export function useEndOwnLogin() {
  return useChange(TOUCHED, (id: string) => call(endOwnLogin, { params: { id } }));
}

export function useEndFactorWindow() {
  return useChange(TOUCHED, (id: string) => call(endOwnFactorWindow, { params: { id } }));
}

export function useEndOtherLogins() {
  return useChange(TOUCHED, () => call(endOtherLogins));
}
