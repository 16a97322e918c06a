import { startPasskeySignIn, type PasskeyQuestion } from '@jadegate/contract/identity/passkey';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { catalogue } from '../../../i18n/zh-TW.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { renderPart } from '../../../test/render.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { TextField } from './PlainField.tsx';

const QUESTION: PasskeyQuestion = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 120_000,
  allowCredentials: [],
  userVerification: 'required',
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a button pressed while the offer in the field is still being made is not ended by it', async () => {
  const answers: ((isSupported: boolean) => void)[] = [];
  const isSupported = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        answers.push(resolve);
      }),
  );
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable: isSupported }),
  );
  const get = vi.fn((_asked: CredentialRequestOptions) => new Promise<null>(() => undefined));
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({
    get,
  } as Partial<CredentialsContainer> as CredentialsContainer);
  stubApi().on(startPasskeySignIn, () => ({ question: QUESTION, binding: 'one' }));
  const { user } = renderPart(
    <>
      <TextField
        label="name"
        name="username"
        autoComplete="username webauthn"
        value=""
        error={undefined}
        onChange={() => {}}
      />
      <PasskeySignIn isFirst />
    </>,
  );
  await waitFor(() => expect(isSupported).toHaveBeenCalled());

  await user.click(screen.getByRole('button', { name: catalogue.passkey.action.signIn }));
  await waitFor(() => expect(get).toHaveBeenCalledOnce());
  // It is asked twice for one offer, here and in the library.
  for (let turn = 0; turn < 5; turn += 1) {
    answers.forEach((answer) => answer(true));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  expect(get.mock.calls.map(([asked]) => asked.mediation)).toEqual([undefined]);
  expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(false);
});
