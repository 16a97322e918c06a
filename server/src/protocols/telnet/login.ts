import { stripVTControlCharacters } from 'node:util';

import { TELNET_PROMPTS } from '@jadegate/contract/words/telnet-prompts';
import { RE2JS } from 're2js';

import type { Secret } from '../../kernel/secret.ts';

export interface TelnetAccount {
  username: string;
  password: Secret | undefined;
}

/** Expressions that tell the prompts of a host. Empty ones mean the usual wording, or none for the outcome. */
export interface TelnetPrompts {
  username: string;
  password: string;
  success: string;
  failure: string;
}

type LoginStep = { kind: 'send'; bytes: Buffer } | { kind: 'done' } | { kind: 'failed' } | { kind: 'wait' };

/** A prompt stands at the end of what was shown; more than this need not be looked at. */
const LOOK_BACK = 1024;
/** A host that has shown this much without asking will not ask any more. */
const PATIENCE_BYTES = 64 * 1024;

/**
 * Logs in on a host that asks in words. Each answer is given once: a prompt that comes again means that it was wrong,
 * and then the person is asked, not the host a second time. Expressions are matched in linear time, because people
 * write them and hosts choose the text.
 */
export class TelnetLogin {
  readonly #account: TelnetAccount;
  readonly #expressions: Record<keyof TelnetPrompts, RE2JS | undefined>;
  #seen = '';
  #total = 0;
  #isOver = false;
  #sentUsername = false;
  #sentPassword = false;

  constructor(account: TelnetAccount, prompts: TelnetPrompts) {
    this.#account = account;
    this.#expressions = {
      username: compile(prompts.username || TELNET_PROMPTS.username),
      password: compile(prompts.password || TELNET_PROMPTS.password),
      success: compile(prompts.success),
      failure: compile(prompts.failure),
    };
    this.#isOver = account.username === '' && account.password === undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  advance(text: string): LoginStep {
    if (this.#isOver) {
      return { kind: 'done' };
    }
    this.#total += text.length;
    this.#seen = (this.#seen + stripVTControlCharacters(text)).slice(-LOOK_BACK);
    if (this.#matches('failure')) {
      return this.#end('failed');
    }
    if (this.#matches('success')) {
      return this.#end('done');
    }
    if (!this.#sentPassword && this.#account.password && this.#matches('password')) {
      this.#sentPassword = true;
      this.#isOver = !this.#expressions.success && !this.#expressions.failure;
      return this.#answer(this.#account.password.expose());
    }
    if (!this.#sentUsername && this.#account.username !== '' && this.#matches('username')) {
      this.#sentUsername = true;
      this.#isOver = this.#account.password === undefined && !this.#expressions.failure;
      return this.#answer(this.#account.username);
    }
    return this.#total > PATIENCE_BYTES ? this.#end('done') : { kind: 'wait' };
  }

  #matches(which: keyof TelnetPrompts): boolean {
    return this.#expressions[which]?.matcher(this.#seen).find() ?? false;
  }

  /** What was seen is used up: the next prompt must be a new one. */
  #answer(text: string): LoginStep {
    this.#seen = '';
    return { kind: 'send', bytes: Buffer.from(`${text}\r`) };
  }

  #end(kind: 'done' | 'failed'): LoginStep {
    this.#isOver = true;
    return { kind };
  }
}

function compile(pattern: string): RE2JS | undefined {
  return pattern === '' ? undefined : RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
}

/** True when the expression can be used. */
export function isTelnetExpression(pattern: string): boolean {
  try {
    compile(pattern);
    return true;
  } catch {
    return false;
  }
}
