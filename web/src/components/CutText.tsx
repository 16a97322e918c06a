import type { ReactNode } from 'react';

import styles from './CutText.module.css';

interface CutTextProps {
  text: string;
  /** What stands there, when that is more than the text: a link. */
  children?: ReactNode;
}

/** One line of a list, cut where there is no room for it; the whole is on hover. */
export function CutText({ text, children = text }: CutTextProps) {
  return (
    <span className={styles.cut} title={text}>
      {children}
    </span>
  );
}
