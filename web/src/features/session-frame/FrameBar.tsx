import { ConfigProvider, theme } from 'antd';
import type { ReactNode } from 'react';

import type { Tenant } from './tenant.ts';

import styles from './SessionFrame.module.css';

interface FrameBarProps {
  colours: Tenant['colours'];
  children: ReactNode;
}

/** The bar of the window, in the colours of what is shown below it where that has some. */
export function FrameBar({ colours, children }: FrameBarProps) {
  const { token } = theme.useToken();
  if (!colours) {
    return <Bar>{children}</Bar>;
  }
  const { background, foreground, isDark } = colours;
  return (
    <ConfigProvider
      theme={{
        // The colours of the console around it are fixed one by one, and would all stay.
        inherit: false,
        hashed: false,
        algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: {
          colorBgBase: background,
          colorTextBase: foreground,
          colorPrimary: token.colorPrimary,
          fontFamily: token.fontFamily,
          borderRadius: token.borderRadius,
        },
      }}
    >
      <Bar>{children}</Bar>
    </ConfigProvider>
  );
}

function Bar({ children }: { children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <header
      className={styles.bar}
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
