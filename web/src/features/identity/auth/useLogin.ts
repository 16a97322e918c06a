import { TOTP_REQUIRED } from '@jadegate/contract/envelope';
import { login } from '@jadegate/contract/identity/account';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';

import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { saveLogin } from '../../../api/storage.ts';

type LoginInput = z.input<(typeof login)['body']>;

function asksForTotp(error: unknown): boolean {
  return error instanceof ApiError && error.code === TOTP_REQUIRED;
}

/** Loaded when it is asked for: few have a passkey and type a password. */
async function givePasskey() {
  const { giveFactor } = await import('./passkey-factor.ts');
  return giveFactor();
}

/** Signs in. Code 100 asks for the one-time code, and goes on asking until it is right or the person gives up. */
export function useLogin() {
  const [needsTotp, setNeedsTotp] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ withPasskey, ...body }: LoginInput & { withPasskey?: boolean }) =>
      call(login, { body: withPasskey ? { ...body, passkey: await givePasskey() } : body }),
    meta: { errors: 'caller' },
    onSuccess: ({ token, info }) => saveLogin(token, info),
    onError: (failure) => {
      if (asksForTotp(failure)) {
        setNeedsTotp(true);
      }
    },
  });
  return {
    signIn: (body: LoginInput) => mutate(body),
    /** With a passkey where a code was asked for. */
    signInWithPasskey: (body: LoginInput) => mutate({ ...body, withPasskey: true }),
    isRunning: isPending,
    message: asksForTotp(error) ? undefined : error?.message,
    needsTotp,
    giveUpTotp: () => {
      setNeedsTotp(false);
      reset();
    },
  };
}
