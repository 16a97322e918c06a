import { describe, expect, it } from 'vitest';

import { cardParts } from './card-parts.ts';
import { actionsColumn, type ListColumn } from './list-column.ts';

type Column = ListColumn<{ id: string }, { pageIndex: number; pageSize: number }>;

const column = (key: string, given: Partial<Column> = {}): Column => ({
  key,
  title: key,
  render: () => key,
  ...given,
});

function keysOf(columns: Column[]) {
  const { title, lines, rest, actions } = cardParts(columns);
  const keys = (some: Column[]) => some.map(({ key }) => key);
  return { title: title?.key, lines: keys(lines), rest: keys(rest), actions: actions?.key };
}

describe('a row as a card', () => {
  it('is headed by its name, shows three facts, and folds the others away', () => {
    const columns = [
      column('seq'),
      column('name', { always: true }),
      ...['a', 'b', 'c', 'd'].map((key) => column(key)),
      actionsColumn<{ id: string }, never>('actions', 1, () => null) as Column,
    ];
    expect(keysOf(columns)).toEqual({
      title: 'name',
      lines: ['seq', 'a', 'b'],
      rest: ['c', 'd'],
      actions: 'actions',
    });
  });

  it('takes what the columns say first, in the order of the table', () => {
    const columns = [
      column('at'),
      column('seq', { always: true, card: 'rest' }),
      column('action', { card: 'title' }),
      column('who'),
      column('result', { card: 'line' }),
      column('where', { card: 'line' }),
    ];
    expect(keysOf(columns)).toEqual({
      title: 'action',
      lines: ['at', 'result', 'where'],
      rest: ['seq', 'who'],
      actions: undefined,
    });
  });
});
