import type { ReactNode } from 'react';
import * as z from 'zod';

import type { ListQuery } from '../../hooks/list-state.ts';

/** A row of any list: something with an id. */
export interface ListRow {
  id: string;
}

export interface ListColumn<Row extends ListRow, Query extends ListQuery> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** The contract's sort field; without it the column does not sort. */
  sort?: NonNullable<Query['field']>;
  width?: number;
  /** Right-aligned, tabular figures. */
  numeric?: boolean;
  align?: 'end';
  /** Stays in sight while the table scrolls sideways. */
  fixed?: 'start' | 'end';
  /** The column chooser does not offer it: the name, the actions. */
  always?: boolean;
  /** Off until somebody chooses it. */
  offByDefault?: boolean;
  /** On a phone, where a row is a card: heads it, is seen at once, or when it is unfolded. `cardParts` has a default. */
  card?: 'title' | 'line' | 'rest';
}

/** The last column: what can be done with the row. */
export function actionsColumn<Row extends ListRow, Query extends ListQuery>(
  title: string,
  width: number,
  render: (row: Row) => ReactNode,
): ListColumn<Row, Query> {
  return { key: 'actions', title, always: true, fixed: 'end', align: 'end', width, render };
}

/** What `cs-<page>` holds: the product family's form, of which only the visibility is used. */
export const ColumnChoice = z.record(z.string(), z.looseObject({ show: z.boolean().optional() }));
export type ColumnChoice = z.infer<typeof ColumnChoice>;

interface Choosable {
  key: string;
  always?: boolean;
  offByDefault?: boolean;
}

export function isShown(column: Choosable, choice: ColumnChoice): boolean {
  return column.always === true || (choice[column.key]?.show ?? column.offByDefault !== true);
}
