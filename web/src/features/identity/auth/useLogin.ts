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

/** Signs in. Code 100 asks for the one-time code, and goes on asking until it is right or the person gives up. */
export function useLogin() {
  const [needsTotp, setNeedsTotp] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: LoginInput) => call(login, { body }),
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
    isRunning: isPending,
    message: asksForTotp(error) ? undefined : error?.message,
    needsTotp,
    giveUpTotp: () => {
      setNeedsTotp(false);
      reset();
    },
  };
}
