import type { ListRow } from './list-column.ts';

/** A row of twelve cells takes some 5 ms to be made: together they leave room for a frame. */
const AT_ONCE = 5;

/**
 * The rows of a table that stay in their places while what is in them changes. What changes is handed out a few rows at a
 * time, in tasks of their own, to those who show a part of it: a table of a hundred rows made anew in one piece is half a
 * second in which nobody can scroll.
 */
export class RowFeed<Row extends ListRow> {
  /** As they were when they got their places. */
  readonly placed: readonly Row[];
  readonly #names: ReadonlyMap<string, string>;
  readonly #shown: Map<string, Row>;
  readonly #watchers = new Map<string, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rows: readonly Row[], nameOf: (row: Row) => string) {
    this.placed = rows;
    this.#names = new Map(rows.map((row) => [row.id, nameOf(row)]));
    this.#shown = new Map(rows.map((row) => [row.id, row]));
  }

  /** The same rows in the same places, under the names they had. */
  hasPlacesOf(rows: readonly Row[], nameOf: (row: Row) => string): boolean {
    return (
      rows.length === this.placed.length &&
      rows.every((row, at) => row.id === this.placed[at]?.id && nameOf(row) === this.nameOf(row.id))
    );
  }

  nameOf(id: string): string | undefined {
    return this.#names.get(id);
  }

  get(id: string): Row | undefined {
    return this.#shown.get(id);
  }

  watch(id: string, onChange: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(onChange));
    return () => watchers.delete(onChange);
  }

  /** Begins to show these, the first of them now. Ends when it is told to, or to show others. */
  show(rows: readonly Row[]): () => void {
    this.#handOut(rows.filter((row) => this.#shown.get(row.id) !== row));
    return () => clearTimeout(this.#timer);
  }

  #handOut(changed: readonly Row[]): void {
    clearTimeout(this.#timer);
    const now = changed.slice(0, AT_ONCE);
    for (const row of now) {
      this.#shown.set(row.id, row);
    }
    for (const { id } of now) {
      this.#watchers.get(id)?.forEach((tell) => tell());
    }
    if (changed.length > AT_ONCE) {
      this.#timer = setTimeout(() => this.#handOut(changed.slice(AT_ONCE)));
    }
  }
}
