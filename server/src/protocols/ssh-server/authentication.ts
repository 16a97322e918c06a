import type { AuthContext, AuthenticationType, Connection, KeyboardAuthContext } from 'ssh2';

import { SECOND_MS } from '../../kernel/clock.ts';

/** A public key as it is offered. */
export interface OfferedKey {
  algo: string;
  data: Buffer;
}

/** `more`: so far it is right, and the rest is asked for as questions. */
export type AuthAnswer = 'accepted' | 'refused' | 'more';

interface AuthQuestion {
  text: string;
  isShown: boolean;
}

/** Asks the person at the client. Rejects when they are gone or do something else instead. */
export type AskPerson = (questions: readonly AuthQuestion[], about?: string) => Promise<readonly string[]>;

/** Decides who somebody is, for one connection. Everything is about the one user name that it began with. */
export interface Authenticator {
  /** What can be tried at all, for whoever has shown nothing yet. */
  readonly methods: readonly AuthenticationType[];
  begin(username: string): Promise<void>;
  /** For whoever shows nothing but a user name; without it, and where that means nothing, nobody is let in like that. */
  nothing?(): Promise<AuthAnswer | undefined>;
  password(password: string): Promise<AuthAnswer>;
  /** Whether it is worth signing with this key. Tells nothing else. */
  knowsKey(key: OfferedKey): Promise<boolean>;
  /** The client has proved that it holds this very key. */
  key(key: OfferedKey): Promise<AuthAnswer>;
  /** Aborted when the person is gone, or does something else instead. */
  questions(ask: AskPerson, signal: AbortSignal): Promise<AuthAnswer>;
}

/** Whether a signature over these bytes was made with the key. ssh2 looks at none by itself. */
type VerifySignature = (key: OfferedKey, blob: Buffer, signature: Buffer, hashAlgo?: string) => boolean;

interface AuthenticationOptions {
  authenticator: Authenticator;
  verify: VerifySignature;
  onFailure: (error: unknown) => void;
  loginMs?: number;
}

/** Proofs that turned out wrong. */
const MOST_FAILURES = 6;
/** Agents offer all they have; each costs a look into the database. */
const MOST_OFFERS = 30;
/** Of whatever kind: what is asked and not answered, and what cannot be tried at all, is no proof that is wrong. */
const MOST_REQUESTS = 100;
/** For all of it: people look for their phones. */
const LOGIN_MS = 240 * SECOND_MS;

/** Leads a client through its login: what may be tried how often, and that a proof is one before anybody believes it. */
export function authenticate(client: Connection, options: AuthenticationOptions): void {
  const { authenticator, verify, onFailure } = options;
  let username: string | undefined;
  let begun: Promise<void> | undefined;
  let failures = 0;
  let offers = 0;
  let requests = 0;
  let isOver = false;
  const timer = setTimeout(() => client.end(), options.loginMs ?? LOGIN_MS);
  const finish = () => {
    isOver = true;
    clearTimeout(timer);
  };
  client.once('close', finish);
  client.once('ready', finish);

  const refuse = (context: AuthContext, isMore: boolean) => {
    if (isMore) {
      context.reject(['keyboard-interactive'], true);
    } else {
      context.reject([...authenticator.methods]);
    }
  };

  const judge = async (context: AuthContext): Promise<AuthAnswer | 'offer' | 'silent'> => {
    switch (context.method) {
      case 'password':
        return authenticator.password(context.password);
      case 'publickey': {
        const { key, signature, blob, hashAlgo } = context;
        if (!signature) {
          offers += 1;
          return (await authenticator.knowsKey(key)) ? 'offer' : 'silent';
        }
        const isProven = blob !== undefined && verify(key, blob, signature, hashAlgo);
        return isProven && (await authenticator.knowsKey(key)) ? authenticator.key(key) : 'refused';
      }
      case 'keyboard-interactive':
        return whileAsked(client, context, (signal) =>
          authenticator.questions(askThrough(client, context), signal),
        );
      case 'none':
        // Asks what there is.
        return (await authenticator.nothing?.()) ?? 'silent';
      default:
        // Hosts vouch for nobody here.
        return 'silent';
    }
  };

  const answer = async (context: AuthContext): Promise<void> => {
    username ??= context.username;
    requests += 1;
    if (context.username !== username || requests > MOST_REQUESTS) {
      client.end();
      return;
    }
    if (context.method !== 'none' && !authenticator.methods.includes(context.method)) {
      refuse(context, false);
      return;
    }
    begun ??= authenticator.begin(username);
    await begun;
    const judged = await judge(context);
    if (isOver) {
      return;
    }
    failures += judged === 'refused' ? 1 : 0;
    if (failures >= MOST_FAILURES || offers > MOST_OFFERS) {
      client.end();
    } else if (judged === 'accepted' || judged === 'offer') {
      // For an offered key this only says that a signature is welcome.
      context.accept();
    } else {
      refuse(context, judged === 'more');
    }
  };

  client.on('authentication', (context) => {
    answer(context).catch((error: unknown) => {
      if (error instanceof QuestionsOver) {
        return;
      }
      onFailure(error);
      failures += 1;
      refuse(context, false);
    });
  });
}

/** The person is gone, or began another way to sign in: whoever asked stops. */
class QuestionsOver extends Error {
  constructor() {
    super('ssh: nobody answers');
    this.name = 'QuestionsOver';
  }
}

async function whileAsked<Result>(
  client: Connection,
  context: KeyboardAuthContext,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  client.once('close', leave);
  context.once('abort', leave);
  try {
    return await work(gone.signal);
  } finally {
    client.off('close', leave);
  }
}

function askThrough(client: Connection, context: KeyboardAuthContext): AskPerson {
  return (questions, about = '') =>
    new Promise((resolve, reject) => {
      const onClose = () => reject(new QuestionsOver());
      client.once('close', onClose);
      const prompts = questions.map(({ text, isShown }) => ({ prompt: text, echo: isShown }));
      context.prompt(prompts, '', about, (answers: readonly string[] | Error) => {
        client.off('close', onClose);
        if (!Array.isArray(answers)) {
          reject(new QuestionsOver());
        } else {
          resolve(questions.map((_question, index) => String(answers[index] ?? '')));
        }
      });
    });
}
