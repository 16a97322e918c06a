import { useCallback, useState, type CSSProperties, type Ref } from 'react';

import styles from './one-table.module.css';

/** As much of the window as the shells' header and a margin leave. */
const BOX_HEIGHT = 'calc(100dvh - 92px)';

interface OneTable {
  /** For what is around the table. */
  ref: Ref<HTMLDivElement>;
  className: string;
  styles: { content: CSSProperties };
}

/** For a table that scrolls in a box of this height, under its own head. */
export function boxedTable(maxHeight: string): Omit<OneTable, 'ref'> {
  const content: CSSProperties = { overflow: 'auto', maxHeight };
  return { className: [styles.table, styles.inBox].join(' '), styles: { content } };
}

/** Keeps the head of a table in sight: under the page's header, or in a box of its own when it must scroll sideways. */
export function useOneTable(): OneTable {
  const [isTooWide, setIsTooWide] = useState(false);
  const ref = useCallback((holder: HTMLDivElement | null) => {
    const table = holder?.querySelector('table');
    if (!holder || !table) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setIsTooWide(table.offsetWidth > holder.clientWidth));
    observer.observe(holder);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  const look = isTooWide
    ? boxedTable(BOX_HEIGHT)
    : { className: [styles.table, styles.inPage].join(' '), styles: { content: { overflow: 'visible' } } };
  return { ref, ...look };
}
