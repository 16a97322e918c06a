import { translate, type Language, type Sentence, type SentenceParams } from '@jadegate/contract/language';
import { SSH_DOOR_WORDS } from '@jadegate/contract/session/ssh-door.words';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import { AppError } from '../../kernel/app-error.ts';

/** What is said again of what a client said. */
const LONGEST = 300;

/** Why something is not given, before it is said. */
export type Reason = (language: Language) => string;

/** What a client asked for is not given, for a reason that its person reads. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super('ssh: refused');
    this.name = 'Refused';
    this.reason = reason;
  }
}

/** What the sentence is filled with may be one itself, such as the name of a switch. */
type Params = Readonly<Record<string, SentenceParams[string] | Sentence | Reason>>;

export function refused(word: keyof typeof SSH_DOOR_WORDS, params: Params = {}): Refused {
  return new Refused((language) => {
    const said = Object.entries(params).map(([name, value]) => [name, say(value, language)] as const);
    return translate(SSH_DOOR_WORDS[word], language, Object.fromEntries(said));
  });
}

function say(value: Params[string], language: Language): string | number {
  switch (typeof value) {
    case 'function':
      return value(language);
    case 'object':
      return translate(value, language);
    case 'string':
      return onOneLine(value);
    default:
      return value;
  }
}

/** What a client said comes back to it on a terminal. */
function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST);
}

/** Undefined for what nobody foresaw. */
export function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof Refused) {
    return error.reason;
  }
  return error instanceof AppError
    ? (language) => translate(ERROR_WORDS[error.code], language, error.params)
    : undefined;
}

/**
 * As messages of the protocol itself say it: OpenSSH shows what is not ASCII in them as numbers, whatever the terminal
 * can show.
 */
export function inPlainEnglish(reason: Reason): string {
  return reason('en').replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'");
}
