import type { MenuId } from '@jadegate/contract/menu';
import { Link } from 'react-router';

import type { ListQuery } from '../../hooks/list-state.ts';
import { Can } from '../Can.tsx';
import { TimeText } from '../TimeText.tsx';
import type { ListColumn, ListRow } from './list-column.ts';

type Column<Values, Sort extends string = never> = ListColumn<ListRow & Values, ListQuery & { field?: Sort }>;

interface DetailLinkProps {
  /** The right to see the page that it leads to; without it the name stands alone. */
  right: MenuId;
  to: string;
  name: string;
}

/** A name that leads to the page of what it names. */
export function DetailLink({ right, to, name }: DetailLinkProps) {
  return (
    <Can any={[right]} otherwise={name}>
      <Link to={to}>{name}</Link>
    </Can>
  );
}

/** The name of each row. With `detail`, it leads to a page of its own. */
export function nameColumn(
  title: string,
  detail?: { right: MenuId; path: string },
): Column<{ name: string }, 'name'> {
  return {
    key: 'name',
    title,
    sort: 'name',
    always: true,
    render: ({ id, name }) =>
      detail ? <DetailLink right={detail.right} to={`${detail.path}/${id}`} name={name} /> : name,
  };
}

/** How many of something there are. */
export function countColumn<Key extends string>(
  key: Key,
  title: string,
  { offByDefault = false } = {},
): Column<Record<Key, number>> {
  return { key, title, numeric: true, offByDefault, render: (row) => row[key] };
}

export function createdColumn(title: string): Column<{ created: string }, 'created'> {
  return { key: 'created', title, sort: 'created', render: ({ created }) => <TimeText value={created} /> };
}
