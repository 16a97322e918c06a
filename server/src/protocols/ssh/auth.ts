import type { AnyAuthMethod, AuthHandlerMiddleware } from 'ssh2';

import type { Secret } from '../../kernel/secret.ts';
import { openPrivateKey } from './inspect-private-key.ts';
import { SshError } from './ssh-error.ts';

export type SshAuth =
  | { kind: 'password'; password: Secret }
  | { kind: 'key'; privateKey: Secret; passphrase?: Secret | undefined };

export interface Prompt {
  prompt: string;
  /** Whether what is typed may be shown. */
  echo: boolean;
}

/** Answers what the host asks, for example by asking the person in the terminal. */
export type KeyboardInteractive = (
  prompts: readonly Prompt[],
  about: { name: string; instructions: string },
) => Promise<readonly string[]>;

/** The ways to log in, tried one after the other, each only where the host offers it. */
export async function authHandler(
  username: string,
  auth: SshAuth | undefined,
  interactive: KeyboardInteractive | undefined,
): Promise<AuthHandlerMiddleware> {
  const methods: AnyAuthMethod[] = [];
  if (auth?.kind === 'key') {
    const key = await openPrivateKey(auth.privateKey.expose(), auth.passphrase?.expose() ?? '');
    if (key === undefined) {
      throw new SshError('auth_failed');
    }
    methods.push({ type: 'publickey', username, key });
  }
  if (auth?.kind === 'password') {
    methods.push({ type: 'password', username, password: auth.password.expose() });
  }
  const answer = interactive ?? (auth?.kind === 'password' ? onceWith(auth.password) : undefined);
  if (answer) {
    methods.push({
      type: 'keyboard-interactive',
      username,
      prompt: (name, instructions, _language, prompts, finish) => {
        const asked = prompts.map(({ prompt, echo = false }) => ({ prompt, echo }));
        answer(asked, { name, instructions }).then(
          (answers) => finish([...answers]),
          () => finish([]),
        );
      },
    });
  }
  const waiting = [...methods];
  return (offered, _partly, next) => {
    // Nothing is known of the host's wishes before the first answer; later ones name them.
    const index = waiting.findIndex(({ type }) => !offered || offered.includes(type));
    const [method] = index < 0 ? [] : waiting.splice(index, 1);
    next(method ?? (false as never));
  };
}

/** Many hosts take the password only as the answer to one hidden question. A second question is not for us. */
function onceWith(password: Secret): KeyboardInteractive {
  let isUsed = false;
  return async (prompts) => {
    const [only] = prompts;
    if (prompts.length !== 1 || only?.echo !== false || isUsed) {
      return prompts.map(() => '');
    }
    isUsed = true;
    return [password.expose()];
  };
}
