import type { AnyAuthMethod, AuthHandlerMiddleware, AuthenticationType } from 'ssh2';

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

/** What goes with a question. Name and instructions are the host's. */
export interface AboutPrompts {
  name: string;
  instructions: string;
  /** The question is ours, not the host's: whoever asks has words of their own for it. */
  own?: 'password';
  /** The last answers were refused. */
  isAgain?: boolean;
}

/** Answers what the host asks, for example by asking the person in the terminal. */
export type KeyboardInteractive = (
  prompts: readonly Prompt[],
  about: AboutPrompts,
) => Promise<readonly string[]>;

/** So often a person may answer; hosts have limits of their own. */
const TRIES = 3;

/** The ways to log in, tried one after the other, each only where the host offers it. */
export async function authHandler(
  username: string,
  auth: SshAuth | undefined,
  person: KeyboardInteractive | undefined,
): Promise<AuthHandlerMiddleware> {
  const plan = new LoginPlan(username, auth, person);
  if (auth?.kind === 'key') {
    const key = await openPrivateKey(auth.privateKey.expose(), auth.passphrase?.expose() ?? '');
    if (key === undefined) {
      throw new SshError('auth_failed');
    }
    plan.add({ type: 'publickey', username, key });
  } else if (auth ?? person) {
    // Nobody should be asked for what the host does not want; this makes it say what it does.
    plan.add({ type: 'none', username });
  }
  if (auth?.kind === 'password') {
    plan.add({ type: 'password', username, password: auth.password.expose() });
  }
  return (offered, partly, use) => {
    plan.next(offered, partly).then(
      (method) => use(method ?? (false as never)),
      () => use(false as never),
    );
  };
}

/**
 * What is tried next. First what is stored, then the host's questions; a stored password first as the answer to the
 * host's question. A person is asked where nothing is stored, or when the host wants more than that; never instead of a
 * stored secret that was refused.
 */
class LoginPlan {
  readonly #username: string;
  readonly #password: Secret | undefined;
  readonly #hasStored: boolean;
  readonly #person: KeyboardInteractive | undefined;
  readonly #stored: AnyAuthMethod[] = [];
  #questionRounds = 0;
  #passwordRounds = 0;
  #wasAsked = false;
  #isPasswordTried = false;
  #hasSucceededPartly = false;

  constructor(username: string, auth: SshAuth | undefined, person: KeyboardInteractive | undefined) {
    this.#username = username;
    this.#password = auth?.kind === 'password' ? auth.password : undefined;
    this.#hasStored = auth !== undefined;
    this.#person = person;
  }

  add(method: AnyAuthMethod): void {
    this.#stored.push(method);
  }

  async next(
    offered: readonly AuthenticationType[] | null,
    partly: boolean,
  ): Promise<AnyAuthMethod | undefined> {
    this.#hasSucceededPartly ||= partly;
    // Nothing is known of the host's wishes before the first answer; later ones name them.
    const wants = (type: AuthenticationType) => !offered || offered.includes(type);
    const questions = () =>
      wants('keyboard-interactive') && this.#mayAnswer(partly) ? this.#questions() : undefined;
    // Where PAM wants a code as well, the password alone is refused, and after that sshd lets nobody in any more: not even
    // with the right code. So the host's own questions come first, as with other clients.
    const isAsking = offered !== null && this.#password !== undefined ? questions() : undefined;
    const next = isAsking ?? this.#nextStored(wants, partly) ?? questions();
    return next ?? (wants('password') && this.#mayAskPassword() ? this.#typedPassword() : undefined);
  }

  #nextStored(wants: (type: AuthenticationType) => boolean, partly: boolean): AnyAuthMethod | undefined {
    // The host has had the password as an answer, and it was what the person typed that it refused.
    const isSpent = this.#wasAsked && !partly && this.#password !== undefined;
    const index = this.#stored.findIndex(({ type }) => type === 'none' || (wants(type) && !isSpent));
    const [stored] = index < 0 ? [] : this.#stored.splice(index, 1);
    this.#isPasswordTried ||= stored?.type === 'password';
    return stored;
  }

  /** Again only when a person answered, or when the host has taken the answers and asks for more. */
  #mayAnswer(partly: boolean): boolean {
    const isFirst = this.#questionRounds === 0;
    const mayGoOn = isFirst || partly || this.#wasAsked;
    const hasAnswers = this.#password !== undefined || this.#mayAskPerson;
    return hasAnswers && mayGoOn && this.#questionRounds < TRIES;
  }

  #mayAskPassword(): boolean {
    return this.#password === undefined && this.#mayAskPerson && this.#passwordRounds < TRIES;
  }

  get #mayAskPerson(): boolean {
    const isWanted = !this.#hasStored || this.#password !== undefined || this.#hasSucceededPartly;
    return this.#person !== undefined && isWanted;
  }

  #questions(): AnyAuthMethod {
    const isAgain = this.#questionRounds > 0 && this.#wasAsked;
    this.#questionRounds += 1;
    this.#wasAsked = false;
    const answer = this.#answering(isAgain);
    return {
      type: 'keyboard-interactive',
      username: this.#username,
      prompt: (name, instructions, _language, prompts, finish) => {
        const asked = prompts.map(({ prompt, echo = false }) => ({ prompt, echo }));
        answer(asked, { name, instructions }).then(
          (answers) => finish([...answers]),
          () => finish([]),
        );
      },
    };
  }

  /** The stored password answers the one question that is for it, once; the rest goes to the person. */
  #answering(isAgain: boolean): KeyboardInteractive {
    const person = this.#mayAskPerson ? this.#person : undefined;
    let isUsed = false;
    let isFirst = !this.#isPasswordTried;
    return async (prompts, about) => {
      const [only] = prompts;
      const isForPassword =
        prompts.length === 1 && only?.echo === false && (!person || isPasswordPrompt(only.prompt, isFirst));
      isFirst &&= prompts.length === 0;
      if (this.#password && isForPassword && !isUsed) {
        isUsed = true;
        return [this.#password.expose()];
      }
      if (!person) {
        return prompts.map(() => '');
      }
      this.#wasAsked ||= prompts.length > 0;
      return person(prompts, { ...about, isAgain });
    };
  }

  async #typedPassword(): Promise<AnyAuthMethod | undefined> {
    const isAgain = this.#passwordRounds > 0;
    this.#passwordRounds += 1;
    const about = { name: '', instructions: '', own: 'password', isAgain } as const;
    const [typed] = (await this.#person?.([{ prompt: 'Password: ', echo: false }], about)) ?? [];
    return typed === undefined ? undefined : { type: 'password', username: this.#username, password: typed };
  }
}

/**
 * Hidden questions are not all for the password: codes are hidden too, and so is a new password that is asked for. The
 * first one of a login that is none of these is for it in whatever language.
 */
function isPasswordPrompt(prompt: string, isFirst: boolean): boolean {
  const isOther =
    /one.?time|otp|token|verif|code|challenge|response|factor|authenticator|\bpin\b|new |retype|again|\u4E00\u6B21\u6027|\u52D5\u614B|\u52A8\u6001|\u9A57\u8B49|\u9A8C\u8BC1|\u65B0\u7684?\u5BC6/i;
  const isKnown =
    /pass(word|wd)|\u5BC6[\u78BC\u7801]|\u53E3\u4EE4|contraseña|passwort|kennwort|mot de passe/i.test(prompt);
  return (isKnown || isFirst) && !isOther.test(prompt);
}
