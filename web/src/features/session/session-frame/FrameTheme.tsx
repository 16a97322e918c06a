import { ConfigProvider, theme } from 'antd';
import type { ReactNode } from 'react';

import type { Tenant } from './tenant.ts';

interface FrameThemeProps {
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

/** Quieter than the text, and still read with ease: those that Ant Design makes of it are too faint on most screens. */
function quietTexts({ background, foreground }: NonNullable<Tenant['colours']>) {
  const blend = (share: number) => {
    const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
    const parts = [1, 3, 5].map((at) =>
      Math.round(part(foreground, at) * share + part(background, at) * (1 - share)),
    );
    return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  };
  return {
    colorTextSecondary: blend(0.85),
    colorTextTertiary: blend(0.76),
    colorTextDescription: blend(0.76),
    colorTextPlaceholder: blend(0.7),
  };
}

/**
 * Bar, headers, panels and what opens from them, in the colours of the session with the focus where that has some. The
 * sessions stand below it: it stays the same element, whatever it paints, or they would begin anew.
 */
export function FrameTheme({ colours, children }: FrameThemeProps) {
  const { token } = theme.useToken();
  return (
    <ConfigProvider
      theme={
        colours
          ? {
              // The colours of the console around it are fixed one by one, and would all stay.
              inherit: false,
              hashed: false,
              algorithm: colours.isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
              token: {
                colorBgBase: colours.background,
                colorTextBase: colours.foreground,
                ...ACCENTS[colours.isDark ? 'dark' : 'light'],
                ...quietTexts(colours),
                fontFamily: token.fontFamily,
                borderRadius: token.borderRadius,
              },
              components: {
                Tabs: { itemSelectedColor: colours.foreground, itemHoverColor: colours.foreground },
              },
            }
          : { inherit: true }
      }
    >
      {children}
    </ConfigProvider>
  );
}
