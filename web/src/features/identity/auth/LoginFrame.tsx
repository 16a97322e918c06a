import type { ReactNode } from 'react';

import { BrandMark } from '../../../components/BrandMark.tsx';
import { Backdrop } from './Backdrop.tsx';

import styles from './LoginPage.module.css';

interface LoginFrameProps {
  name: string;
  description: string;
  /** What stands in the corner. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Landscape, brand and card. */
export function LoginFrame({ name, description, tools, children }: LoginFrameProps) {
  return (
    <div className={styles.page}>
      <Backdrop />
      {tools}
      <div className={styles.brand}>
        <BrandMark size={56} />
        <p className={styles.name}>{name}</p>
        <p className={styles.description}>{description}</p>
      </div>
      <main className={styles.card}>{children}</main>
    </div>
  );
}
