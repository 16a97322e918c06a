import { useCallback, useMemo, useState } from 'react';

import type { ListRow } from './list-column.ts';

export interface Selection<Row extends ListRow> {
  ids: string[];
  /** In the order they were chosen; pages that are out of sight included. */
  rows: Row[];
  set: (rows: readonly Row[]) => void;
  clear: () => void;
}

/** The rows a person has ticked, on this page and on others. */
export function useSelection<Row extends ListRow>(): Selection<Row> {
  const [rows, setRows] = useState<Row[]>([]);
  const set = useCallback((next: readonly Row[]) => setRows([...next]), []);
  const clear = useCallback(() => setRows([]), []);
  return useMemo(() => ({ ids: rows.map(({ id }) => id), rows, set, clear }), [rows, set, clear]);
}
