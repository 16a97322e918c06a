const MAX_PROMPTS = 4;
/**
 * How prompts end, as opposed to text somebody writes in an editor, or the number of its line. A single sign without a
 * blank behind it is what pagers and editors put before what they are asked to look for.
 */
const PROMPT_END = /(?:\S[\p{P}\p{S}]|[\p{P}\p{S}]\s+)$|\s[\p{P}\p{S}]\s*$/u;

/** The prompts behind which lines were typed. */
export class KnownPrompts {
  #known: readonly string[] = [];
  /** Seen once, in a full screen: an editor shows text before its cursor, too. */
  #maybe: readonly string[] = [];

  get all(): readonly string[] {
    return this.#known;
  }

  has(prompt: string): boolean {
    return this.#known.includes(prompt);
  }

  note(prompt: string): void {
    this.#known = withFirst(this.#known, prompt);
  }

  /** The second time it is one. */
  noteMaybe(prompt: string): void {
    if (this.#maybe.includes(prompt)) {
      this.note(prompt);
    }
    this.#maybe = withFirst(this.#maybe, prompt);
  }

  /** The one behind which more stands already, that was not typed. */
  findFilled(row: string): string | undefined {
    return this.has(row)
      ? undefined
      : this.#known.find((one) => row.startsWith(one) && row.slice(one.length).trim() !== '');
  }
}

/** Whether a program that reads lines could well have put this before the cursor. */
export function looksLikePrompt(text: string): boolean {
  return PROMPT_END.test(text);
}

function withFirst(prompts: readonly string[], prompt: string): readonly string[] {
  return prompt.trim() === ''
    ? prompts
    : [prompt, ...prompts.filter((one) => one !== prompt)].slice(0, MAX_PROMPTS);
}
