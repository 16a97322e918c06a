import { newId } from '../../kernel/id.ts';

/** What is remembered by its old id. Links between two things are remembered too, so that one that is undone stays so. */
export const IMPORT_KINDS = [
  'role',
  'user',
  'user-role',
  'user-group',
  'group-member',
  'storage',
  'login-policy',
  'policy-hours',
  'policy-user',
  'access-rule',
  'credential',
  'gateway',
  'asset',
  'strategy',
  'grant',
  'command',
  'job',
  'session',
  'login-log',
  'storage-log',
] as const;
/** `space-file`: by a sum of its space and path, and never looked up by what it became. */
export type ImportKind = (typeof IMPORT_KINDS)[number] | 'space-file';

/** Ids that the product makes are of version 7 and never of this form: one that is kept cannot be somebody else's, now or ever. */
const KEPT = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{32})$/;

/** Which old id became which here, by earlier runs and by this one. */
export class KnownIds {
  readonly #here = new Map<ImportKind, Map<string, string>>();
  readonly #gone = new Map<ImportKind, Set<string>>();
  readonly #taken = new Set<string>();

  /** Of an earlier run. What was deleted since then is not brought again, and nothing is tied to it. */
  remember(kind: ImportKind, oldId: string, id: string, isThere: boolean): void {
    if (isThere) {
      mapOf(this.#here, kind).set(oldId, id);
    } else {
      setOf(this.#gone, kind).add(oldId);
    }
    this.#taken.add(`${kind} ${id}`);
  }

  isKnown(kind: ImportKind, oldId: string): boolean {
    return this.#here.get(kind)?.has(oldId) === true || this.#gone.get(kind)?.has(oldId) === true;
  }

  /** Undefined for what is not here. */
  resolve(kind: ImportKind, oldId: string): string | undefined {
    return this.#here.get(kind)?.get(oldId);
  }

  /** The old id itself where it can be kept, so that links go on working. */
  take(kind: ImportKind, oldId: string, at?: number): string {
    const isKept = KEPT.test(oldId) && !this.#taken.has(`${kind} ${oldId}`);
    const id = isKept ? oldId : newId(at);
    mapOf(this.#here, kind).set(oldId, id);
    this.#taken.add(`${kind} ${id}`);
    return id;
  }
}

function mapOf(all: Map<ImportKind, Map<string, string>>, kind: ImportKind): Map<string, string> {
  const found = all.get(kind) ?? new Map<string, string>();
  all.set(kind, found);
  return found;
}

function setOf(all: Map<ImportKind, Set<string>>, kind: ImportKind): Set<string> {
  const found = all.get(kind) ?? new Set<string>();
  all.set(kind, found);
  return found;
}
