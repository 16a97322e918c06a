import { translate, type Language } from '@jadegate/contract/language';
import type { SessionEnd } from '@jadegate/contract/session/session-end';
import type { Frame } from '@jadegate/contract/session/terminal-socket';
import { TERMINAL_NOTICE_WORDS } from '@jadegate/contract/words/terminal-notices';

import { SECOND_MS } from '../../kernel/clock.ts';
import type { AboutPrompts, Prompt } from '../../protocols/ssh/connect.ts';
import { AnswerLine } from './answer-line.ts';
import type { TerminalClient } from './terminal-client.ts';

interface Parts {
  client: TerminalClient;
  language: Language;
  signal: AbortSignal;
  /** Nobody answers: the session is not to be opened. */
  giveUp: (end: SessionEnd) => void;
}

const ANSWER_SECONDS = 60;
/** Further questions than any login has: a host must not keep somebody busy. */
const MAX_QUESTIONS = 20;
const MAX_PROMPTS = 8;
const MAX_TEXT = 2000;
const MAX_LINES = 20;

/**
 * What a host asks during the login, asked in the terminal of whoever waits for it. Questions and answers pass between
 * the client and the host only: they are on no record, in no log and in no audit entry.
 */
export class LoginQuestions {
  readonly #deps: Parts;
  #line: AnswerLine | undefined;
  #asked = 0;
  #hasAnswered = false;

  constructor(parts: Parts) {
    this.#deps = parts;
    parts.client.onFrame((frame) => this.#onFrame(frame));
  }

  /** For the login of the protocol. Rejects when it is given up. */
  async answer(prompts: readonly Prompt[], about: AboutPrompts): Promise<readonly string[]> {
    if (prompts.length > MAX_PROMPTS) {
      throw this.#abandon({ kind: 'auth_failed' });
    }
    this.#introduce(prompts, about);
    const answers: string[] = [];
    for (const { prompt, echo } of prompts) {
      const text = about.own ? this.#words('ask_password') : oneLine(prompt);
      answers.push(await this.#ask(text, echo));
      this.#hasAnswered ||= about.own === undefined;
    }
    return answers;
  }

  /** For an account that has no name of its own. */
  username(): Promise<string> {
    this.#print(`${this.#words('ask_account')}\r\n`);
    return this.#ask(this.#words('ask_username'), true);
  }

  /** What the end of a login means to somebody who was asked. */
  explain(end: SessionEnd): SessionEnd {
    if (this.#line && end.way?.kind === 'closed') {
      return { kind: 'answer_too_late' };
    }
    return end.kind === 'auth_failed' && this.#hasAnswered ? { kind: 'answers_refused' } : end;
  }

  #introduce(prompts: readonly Prompt[], { name, instructions, own, isAgain = false }: AboutPrompts): void {
    const isFirst = this.#asked === 0;
    const said = own ? [] : [...plainLines(name), ...plainLines(instructions)];
    const head = isFirst && prompts.length > 0 ? [this.#words(own ? 'ask_account' : 'host_asks')] : [];
    const lines = [...(isAgain ? [this.#words('ask_again')] : []), ...head, ...said];
    this.#print(lines.map((line) => `${line}\r\n`).join(''));
  }

  async #ask(prompt: string, echo: boolean): Promise<string> {
    const { client, signal } = this.#deps;
    this.#asked += 1;
    if (this.#asked > MAX_QUESTIONS) {
      throw this.#abandon({ kind: 'auth_failed' });
    }
    this.#print(prompt);
    client.send({ type: 'notice', notice: { kind: 'ask', text: '', seconds: ANSWER_SECONDS } });
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        const stop = (end: SessionEnd) => reject(this.#abandon(end));
        timer = setTimeout(() => stop({ kind: 'login_unanswered' }), ANSWER_SECONDS * SECOND_MS);
        signal.addEventListener('abort', () => reject(new Error('the login was given up')), { once: true });
        signal.throwIfAborted();
        this.#line = new AnswerLine({
          echo: echo ? (text) => this.#print(text) : undefined,
          onDone: resolve,
          onCancel: () => stop({ kind: 'login_cancelled' }),
        });
      });
    } finally {
      clearTimeout(timer);
      this.#line = undefined;
      this.#print('\r\n');
      client.send({ type: 'notice', notice: { kind: 'ask', text: '', seconds: 0 } });
    }
  }

  #onFrame(frame: Frame): void {
    if (this.#deps.signal.aborted) {
      return;
    }
    if (frame.type === 'data') {
      this.#line?.type(frame.bytes);
    } else if (this.#line && frame.type === 'ping') {
      // Somebody who thinks for a while must not seem to have lost the network.
      this.#deps.client.send({ type: 'ping' });
    } else if (this.#line && frame.type === 'closed') {
      this.#abandon({ kind: 'login_cancelled' });
    }
  }

  #abandon(end: SessionEnd): Error {
    this.#deps.giveUp(end);
    return new Error('the login was given up');
  }

  #print(text: string): void {
    if (text !== '') {
      this.#deps.client.send({ type: 'data', bytes: Buffer.from(text) });
    }
  }

  #words(key: 'host_asks' | 'ask_account' | 'ask_username' | 'ask_password' | 'ask_again'): string {
    return translate(TERMINAL_NOTICE_WORDS[key], this.#deps.language);
  }
}

/** What a host says is text and nothing else: no control, no sequence, nothing that turns the direction of writing. */
function plainLines(text: string): string[] {
  return text
    .slice(0, MAX_TEXT)
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, ''))
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES);
}

function oneLine(prompt: string): string {
  return plainLines(prompt).join(' ');
}
