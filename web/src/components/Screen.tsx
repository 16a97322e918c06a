import type { ReactNode } from 'react';

import { BrandMark } from './BrandMark.tsx';

import styles from './Screen.module.css';

interface ScreenProps {
  /** A short word above the title, such as 404. */
  code?: string;
  title: string;
  help: string;
  /** A text to quote: an error, a request number. */
  detail?: string | undefined;
  actions?: ReactNode;
  /** Stands inside a page that may have its own frame, rather than being the whole page. */
  isPart?: boolean;
}

/** A whole page that says one thing. It needs nothing but React, so it also works when other parts did not load. */
export function Screen({ code, title, help, detail, actions, isPart = false }: ScreenProps) {
  const Element = isPart ? 'section' : 'main';
  return (
    <Element className={isPart ? styles.part : styles.screen}>
      <BrandMark size={48} />
      {code !== undefined && <p className={styles.code}>{code}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.help}>{help}</p>
      {detail !== undefined && detail !== '' && <pre className={styles.detail}>{detail}</pre>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Element>
  );
}
