import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { NumberedRow } from './event-outbox.repository.ts';
import { RecentEvents } from './recent-events.ts';

/** A database of which everybody sees what is asked of it. */
class Table {
  rows: NumberedRow[] = [];
  readonly asked: [number, number][] = [];

  write(count: number, bytes = 100): void {
    for (let more = 0; more < count; more++) {
      const seq = this.#head + 1;
      this.rows.push({ seq, bytes } as NumberedRow);
      this.#head = seq;
    }
  }

  get head(): number {
    return this.#head;
  }

  remove(upTo: number): void {
    this.rows = this.rows.filter(({ seq }) => seq > upTo);
  }

  readonly read = async (after: number, limit: number): Promise<NumberedRow[]> => {
    this.asked.push([after, limit]);
    await Promise.resolve();
    return this.rows.filter(({ seq }) => seq > after).slice(0, limit);
  };

  #head = 0;
}

it('reads each event once for all who keep up, and each gets the same', async () => {
  const table = new Table();
  const recent = new RecentEvents(table.read);
  table.write(3);
  await recent.listAfter(0, 500);
  table.write(4);
  table.asked.length = 0;
  const lists = await Promise.all([3, 3, 3, 1, 2].map((seq) => recent.listAfter(seq, 500)));
  expect(lists.map((rows) => rows.map(({ seq }) => seq))).toEqual([
    [4, 5, 6, 7],
    [4, 5, 6, 7],
    [4, 5, 6, 7],
    [2, 3, 4, 5, 6, 7],
    [3, 4, 5, 6, 7],
  ]);
  expect(table.asked).toEqual([[3, 500]]);
  expect(lists[0]?.[0]).toBe(lists[3]?.[2]);
});

it('keeps no more than so many bytes: whoever is far behind reads the table', async () => {
  const table = new Table();
  const recent = new RecentEvents(table.read);
  table.write(1);
  await recent.listAfter(0, 500);
  table.write(400, 10_000);
  await recent.listAfter(1, 500);
  table.asked.length = 0;
  expect(await recent.listAfter(1, 10)).toHaveLength(10);
  expect(table.asked).toEqual([[1, 10]]);
  expect(await recent.listAfter(395, 10)).toHaveLength(6);
  expect(table.asked.slice(1)).toEqual([[401, 10]]);
});

it('keeps each once where one reads on while another reads what is newer', async () => {
  const table = new Table();
  const recent = new RecentEvents(table.read);
  table.write(2);
  await recent.listAfter(0, 500);
  table.write(8);
  const [newer, all] = await Promise.all([recent.listAfter(9, 500), recent.listAfter(2, 500)]);
  const again = await recent.listAfter(9, 500);
  expect([newer, all, again].map((rows) => rows.map(({ seq }) => seq))).toEqual([
    [10],
    [3, 4, 5, 6, 7, 8, 9, 10],
    [10],
  ]);
});

it('answers as the table does, whoever asks, whatever is written and removed', async () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), count: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('remove' as const), behind: fc.nat(90) }),
    fc.record({
      kind: fc.constant('ask' as const),
      behind: fc.nat(90),
      limit: fc.constantFrom(1, 5, 500),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60, size: 'max' }), async (acts) => {
      const table = new Table();
      const recent = new RecentEvents(table.read);
      const answers: [NumberedRow[], NumberedRow[]][] = [];
      for (const one of acts) {
        if (one.kind === 'write') {
          table.write(one.count, 30_000);
        } else if (one.kind === 'remove') {
          const upTo = table.head - one.behind;
          table.remove(upTo);
          recent.forget(upTo);
        } else {
          const after = Math.max(0, table.head - one.behind);
          const expected = table.rows.filter(({ seq }) => seq > after).slice(0, one.limit);
          answers.push([await recent.listAfter(after, one.limit), expected]);
        }
      }
      expect(answers.map(([answer]) => answer)).toEqual(answers.map(([, expected]) => expected));
    }),
  );
});
