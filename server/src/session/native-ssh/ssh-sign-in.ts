import { LoginRequest } from '@jadegate/contract/identity/account';
import { isNearlySshTicket, isSshTicket, SSH_TICKET_PREFIX } from '@jadegate/contract/identity/ssh-ticket';
import { translate, type Language } from '@jadegate/contract/language';
import { SSH_DOOR_WORDS } from '@jadegate/contract/session/ssh-door.words';
import { chooseReading, readSshUserName, type SshUserName } from '@jadegate/contract/session/ssh-user-name';

import type { LoginService, SignInProof } from '../../identity/auth/login.service.ts';
import type { PasswordLoginService } from '../../identity/auth/password-login.service.ts';
import type { SshApprovalService } from '../../identity/ssh-approval/ssh-approval.service.ts';
import type { SshKeyService } from '../../identity/ssh-key/ssh-key.service.ts';
import type { ShownTicket, SshTicketService } from '../../identity/ssh-ticket/ssh-ticket.service.ts';
import { usernameKey, type UserService } from '../../identity/user/user.service.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Secret } from '../../kernel/secret.ts';
import type {
  AskPerson,
  AuthAnswer,
  Authenticator,
  OfferedKey,
} from '../../protocols/ssh-server/authentication.ts';
import { inPlainEnglish, reasonOf, refused, type Reason } from './refused.ts';

interface Dependencies {
  logins: LoginService;
  users: Pick<UserService, 'listTaken'>;
  sshKeys: Pick<SshKeyService, 'findOffered'>;
  sshTickets: Pick<SshTicketService, 'findShown'>;
  sshApprovals: Pick<SshApprovalService, 'request' | 'wait'>;
  passwordLogins: Pick<PasswordLoginService, 'isAsked'>;
  failures: SignInFailures;
  /** What stands before paths of the console; undefined where nobody has said. */
  consoleUrl: string | undefined;
  /** What a person reads in, or one who is not known yet. */
  languageOf: (userId?: string) => Promise<Language>;
}

/** Refusals by address: each is written down, so that there are so many in a minute and no more. */
export interface SignInFailures {
  note(address: string): void;
  /** Whether what comes from there is not judged any more for now. */
  isSpent(address: string): boolean;
}

/** Somebody who is signed in, with the login that the connection is. */
export interface SignedIn {
  actor: Actor;
  token: Secret;
  /** What the login is bound to that came by a ticket. */
  ticket: ShownTicket | undefined;
}

/** What was shown so far by somebody whose second factor is still asked for. */
type Proof =
  | { kind: 'password'; password: Secret }
  | { kind: 'key'; keyId: string; fingerprint: string }
  | { kind: 'ticket'; ticket: ShownTicket | undefined }
  | { kind: 'approval'; approvalId: string };

/** Of one connection: each is a row in the database, for whoever has shown nothing yet. */
const MOST_APPROVALS = 3;

/** Whoever may be guessing learns no more than that. */
const GUESSES: ReadonlySet<string> = new Set(['login.failed', 'login.totp_wrong']);

/** Who somebody at an SSH client is: the same login as at every door, for the person that the user name begins with. */
export class SshSignIn implements Authenticator {
  readonly #deps: Dependencies;
  #caller: Caller;
  /** How the user name is read; the longest name of a person counts. */
  meant: SshUserName = { person: '' };
  /** How else it might have been meant. */
  others: SshUserName[] = [];
  signedIn: SignedIn | undefined;
  /** Where the user name is a ticket: what came of it. It is judged once, whatever else the client shows. */
  #byTicket: (() => Promise<AuthAnswer>) | undefined;
  #proof: Proof | undefined;
  /** Why the last attempt was refused, for somebody who proved who they are. */
  #told: Reason | undefined;
  #approvals = 0;
  #hasLeft = false;

  constructor(dependencies: Dependencies, caller: Caller) {
    this.#deps = dependencies;
    this.#caller = caller;
  }

  get methods(): Authenticator['methods'] {
    return this.#byTicket
      ? ['keyboard-interactive', 'password']
      : ['publickey', 'password', 'keyboard-interactive'];
  }

  async begin(username: string): Promise<void> {
    this.#caller = { ...this.#caller, language: await this.#deps.languageOf() };
    if (/\p{Cc}/u.test(username)) {
      // Nobody's, and nothing for logs that people read in terminals.
      return;
    }
    if (isSshTicket(username)) {
      await this.#beginTicket(username);
      return;
    }
    const readings = readSshUserName(username);
    const taken = await this.#deps.users.listTaken(readings.map(({ person }) => person));
    const read = chooseReading(readings, (name) => taken.has(usernameKey(name)));
    if (!read && isNearlySshTicket(username)) {
      await this.#beginTicket(username);
      return;
    }
    // Nobody's: it is judged as a name like others, so that it takes as long and counts as much.
    this.meant = read?.chosen ?? readings.at(-1) ?? { person: username };
    this.others = read?.others ?? [];
  }

  /** Whoever has a ticket has shown it with the user name. Some clients cannot come without a password: any will do. */
  async nothing(): Promise<AuthAnswer | undefined> {
    return this.#byTicket?.();
  }

  async password(password: string): Promise<AuthAnswer> {
    return this.#byTicket?.() ?? this.#signIn({ kind: 'password', password: new Secret(password) });
  }

  async knowsKey({ data }: OfferedKey): Promise<boolean> {
    return (
      !this.#byTicket &&
      (await this.#deps.sshKeys.findOffered(this.#caller, this.meant.person, data)) !== undefined
    );
  }

  /** By the very key that was proved, and not by one that was offered before. */
  async key({ data }: OfferedKey): Promise<AuthAnswer> {
    const found = await this.#deps.sshKeys.findOffered(this.#caller, this.meant.person, data);
    return found ? this.#signIn({ kind: 'key', keyId: found.id, fingerprint: found.fingerprint }) : 'refused';
  }

  async questions(ask: AskPerson, signal: AbortSignal): Promise<AuthAnswer> {
    const answer = await this.#asked(ask, signal);
    const told = this.#told;
    this.#told = undefined;
    if (answer === 'refused' && told !== undefined) {
      // Without a question: most clients show what comes with it.
      await ask([], inPlainEnglish(told));
    }
    return answer;
  }

  /** The connection is over, and the login with it; also one that is only just being made. */
  async end(): Promise<void> {
    this.#hasLeft = true;
    await this.#signOut();
  }

  async #signOut(): Promise<void> {
    const { signedIn } = this;
    this.#proof = undefined;
    this.signedIn = undefined;
    if (signedIn) {
      await this.#deps.logins.logout(signedIn.actor);
    }
  }

  /** The secret goes no further: from here on it is its person and the asset. */
  async #beginTicket(userName: string): Promise<void> {
    const ticket = await this.#deps.sshTickets.findShown(userName);
    this.meant = { person: ticket?.username ?? `${SSH_TICKET_PREFIX}…` };
    let judged: Promise<AuthAnswer> | undefined;
    this.#byTicket = () => (judged ??= this.#signIn({ kind: 'ticket', ticket }));
  }

  async #asked(ask: AskPerson, signal: AbortSignal): Promise<AuthAnswer> {
    const { language } = this.#caller;
    if (this.#byTicket) {
      return this.#byTicket();
    }
    if (this.#told !== undefined) {
      return 'refused';
    }
    if (!this.#proof) {
      // The same for every name: how somebody signs in is nobody else's business.
      const isAsked = await this.#deps.passwordLogins.isAsked();
      const text = translate(SSH_DOOR_WORDS.password, language);
      const [password = ''] = isAsked ? await ask([{ text, isShown: false }]) : [];
      const answer =
        password === ''
          ? await this.#askInConsole(ask, signal)
          : await this.#signIn({ kind: 'password', password: new Secret(password) });
      if (answer !== 'more') {
        return answer;
      }
    }
    const proof = this.#proof;
    const [given = ''] = await ask([{ text: translate(SSH_DOOR_WORDS.code, language), isShown: true }]);
    const code = given.trim();
    if (code === '') {
      return this.#askInConsole(ask, signal);
    }
    return proof ? this.#signIn(proof, code) : 'refused';
  }

  /** By somebody who is signed in there and types what is shown here. It is withdrawn when the client is gone. */
  async #askInConsole(ask: AskPerson, signal: AbortSignal): Promise<AuthAnswer> {
    const { sshApprovals, consoleUrl } = this.#deps;
    const { language } = this.#caller;
    this.#approvals += 1;
    if (this.#approvals > MOST_APPROVALS) {
      return 'refused';
    }
    const { id, code, path } = await sshApprovals.request(this.#caller, {
      username: this.meant.person,
      assetName: this.meant.asset ?? '',
      // Only of a key that was signed with: anybody can offer the public key of anybody.
      keyFingerprint: this.#proof?.kind === 'key' ? this.#proof.fingerprint : '',
    });
    const address = `${consoleUrl ?? translate(SSH_DOOR_WORDS.console_address, language)}${path}`;
    const text = translate(SSH_DOOR_WORDS.approval, language, { address, code });
    const [outcome] = await Promise.all([sshApprovals.wait(id, signal), ask([{ text, isShown: true }])]);
    if (outcome === 'approved') {
      return this.#signIn({ kind: 'approval', approvalId: id });
    }
    this.#told = refused(`approval_${outcome}`).reason;
    return 'refused';
  }

  async #signIn(proof: Proof, totp?: string): Promise<AuthAnswer> {
    const { logins, languageOf } = this.#deps;
    const given = {
      username: this.meant.person,
      password: passwordOf(proof),
      ...(totp !== undefined && { totp }),
    };
    if (!LoginRequest.safeParse(given).success || this.#deps.failures.isSpent(this.#caller.address)) {
      return 'refused';
    }
    try {
      const { loginId, token, user, owes } = await logins.signIn(this.#caller, {
        username: this.meant.person,
        door: 'ssh',
        proof: shownOf(proof),
        totp,
      });
      // A client may try again before it hears of the first answer: the connection is one login.
      await this.#signOut();
      const language = await languageOf(user.id);
      const { id: userId, username } = user;
      this.signedIn = {
        actor: { ...this.#caller, language, userId, username, loginId, owes },
        token: new Secret(token),
        ticket: proof.kind === 'ticket' ? proof.ticket : undefined,
      };
      if (this.#hasLeft) {
        await this.#signOut();
        return 'refused';
      }
      return 'accepted';
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      if (error.code === 'login.totp_required') {
        this.#proof = proof;
        return 'more';
      }
      this.#deps.failures.note(this.#caller.address);
      this.#told = GUESSES.has(error.code) ? undefined : reasonOf(error);
      return 'refused';
    }
  }
}

function shownOf(proof: Proof): SignInProof {
  switch (proof.kind) {
    case 'password':
      return { kind: 'password', password: proof.password.expose() };
    case 'key':
    case 'approval':
      return proof;
    case 'ticket':
      return { kind: 'ticket', ticketId: proof.ticket?.id ?? '', name: proof.ticket?.name ?? '' };
  }
}

function passwordOf(proof: Proof): string {
  return proof.kind === 'password' ? proof.password.expose() : 'none';
}
