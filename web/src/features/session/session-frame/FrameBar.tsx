import { theme } from 'antd';
import type { ReactNode } from 'react';

import styles from './SessionFrame.module.css';

/** The bar of the window: its sessions and their tools. */
export function FrameBar({ children }: { children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <header
      className={styles.bar}
      data-part="bar"
      style={{
        background: token.colorBgContainer,
        borderColor: token.colorBorderSecondary,
        color: token.colorText,
      }}
    >
      {children}
    </header>
  );
}
