import type {
  OwnPasskeys,
  PasskeyCreation,
  PasskeyQuestion,
  PasskeyRow,
} from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';

import { SoftAuthenticator } from './soft-authenticator.ts';
import type { TestServer } from './test-server.ts';

interface Login {
  token: string;
  info: { id: string; username: string; owedStep: string | null };
}

/** What tests do with passkeys at the server that `current` is. */
export class PasskeyKit {
  readonly #server: { current: TestServer };
  readonly origin: string;
  #calls = 0;

  constructor(server: { current: TestServer }, origin: string) {
    this.#server = server;
    this.origin = origin;
  }

  authenticator(): SoftAuthenticator {
    return new SoftAuthenticator(this.origin);
  }

  call<Data = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token = '', body?: unknown) {
    const address = `127.91.${(this.#calls >> 8) & 255}.${this.#calls++ & 255}`;
    return this.#server.current.call<Data>(method, path, {
      address,
      headers: { origin: this.origin },
      provesAgain: false,
      ...(token !== '' && { token }),
      ...(body !== undefined && { body }),
    });
  }

  async creation(token: string): Promise<PasskeyCreation> {
    return (await this.call<PasskeyCreation>('POST', '/account/passkeys/start', token)).data;
  }

  async add(token: string, authenticator = this.authenticator(), more: object = {}) {
    const made = authenticator.make(await this.creation(token));
    const body = { name: `key ${made.id.slice(0, 6)}`, made, ...more };
    const answer = await this.call<{ passkey: PasskeyRow; recoveryCodes: string[] }>(
      'POST',
      '/account/passkeys',
      token,
      body,
    );
    return { ...answer, authenticator, credentialId: made.id };
  }

  async list(token: string): Promise<OwnPasskeys> {
    return (await this.call<OwnPasskeys>('GET', '/account/passkeys', token)).data;
  }

  async ask(purpose: 'login' | 'factor'): Promise<{ question: PasskeyQuestion; binding: string }> {
    const begun = await this.call<{ question: PasskeyQuestion; binding: string }>(
      'POST',
      '/login/passkey/start',
      '',
      { purpose },
    );
    return begun.data;
  }

  finish(passkey: PasskeyAnswer, binding: string, more: object = {}) {
    return this.call<Login>('POST', '/login/passkey', '', { passkey, binding, ...more });
  }

  async signIn(authenticator: SoftAuthenticator, more: object = {}) {
    const { question, binding } = await this.ask('login');
    return this.finish(authenticator.answer(question), binding, more);
  }

  /** An answer that stands where a password would. */
  async proof(token: string, authenticator: SoftAuthenticator): Promise<{ passkey: PasskeyAnswer }> {
    const { data } = await this.call<PasskeyQuestion>('POST', '/account/passkeys/prove', token);
    return { passkey: authenticator.answer(data) };
  }
}
