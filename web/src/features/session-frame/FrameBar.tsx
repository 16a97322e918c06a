import { ConfigProvider, theme } from 'antd';
import type { ReactNode } from 'react';

import type { Tenant } from './tenant.ts';

import styles from './SessionFrame.module.css';

interface FrameBarProps {
  colours: Tenant['colours'];
  children: ReactNode;
}

/** Readable on any screen of that kind, whatever theme the console itself has. */
const ACCENTS = {
  dark: {
    colorPrimary: '#2bb28c',
    colorInfo: '#6cb6ff',
    colorSuccess: '#4cc38a',
    colorWarning: '#e5b567',
    colorError: '#ffa198',
  },
  light: {
    colorPrimary: '#0b7a5e',
    colorInfo: '#0b5cad',
    colorSuccess: '#1a7f4e',
    colorWarning: '#8a5a00',
    colorError: '#c0392b',
  },
} as const;

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
          ...ACCENTS[isDark ? 'dark' : 'light'],
          fontFamily: token.fontFamily,
          borderRadius: token.borderRadius,
        },
        components: { Tabs: { itemSelectedColor: foreground, itemHoverColor: foreground } },
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
