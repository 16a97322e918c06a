import { LIMITS } from '@jadegate/contract/limits';
import { Name } from '@jadegate/contract/scalars';

/** Kinds whose things are told apart by their names. */
export type NamedKind = 'role' | 'user-group' | 'credential' | 'gateway' | 'strategy' | 'login-policy';

const ORIGIN = 'Next Terminal';

/** Names that are in use here. Nothing takes over another's name, and nothing is left behind for want of one. */
export class TakenNames {
  readonly #keys = new Set<string>();
  /** How often one name was asked for, so that a file full of one name takes no longer than any. */
  readonly #asked = new Map<string, number>();

  add(kind: NamedKind, name: string): void {
    this.#keys.add(keyOf(kind, name));
  }

  /** A name like it that nothing has; undefined where it is no name at all. */
  claim(kind: NamedKind, wanted: string): string | undefined {
    const parsed = Name.safeParse(wanted);
    if (!parsed.success) {
      return undefined;
    }
    const key = keyOf(kind, parsed.data);
    for (let count = this.#asked.get(key) ?? 0; ; count++) {
      const mark = count === 0 ? '' : count === 1 ? ` (${ORIGIN})` : ` (${ORIGIN} ${count})`;
      const name = shortened(parsed.data, LIMITS.name.max - mark.length) + mark;
      const isFree = !this.#keys.has(keyOf(kind, name));
      if (isFree) {
        this.#asked.set(key, count + 1);
        this.#keys.add(keyOf(kind, name));
        return name;
      }
    }
  }
}

/** Never through the middle of a character. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** What looks alike is alike. */
function keyOf(kind: NamedKind, name: string): string {
  return `${kind} ${name.normalize('NFKC').trim().toLowerCase()}`;
}
