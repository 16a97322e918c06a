import { theme } from 'antd';
import type { ReactNode } from 'react';

interface CodeBoxProps {
  label?: string | undefined;
  labelledBy?: string | undefined;
  maxHeight?: number | undefined;
  children: ReactNode;
}

/** Lines as they are, of a command or of what it printed. */
export function CodeBox({ label, labelledBy, maxHeight, children }: CodeBoxProps) {
  const { token } = theme.useToken();
  return (
    <pre
      aria-label={label}
      aria-labelledby={labelledBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      style={{
        margin: 0,
        maxHeight,
        overflow: 'auto',
        padding: token.paddingSM,
        borderRadius: token.borderRadius,
        background: token.colorFillTertiary,
        fontFamily: token.fontFamilyCode,
        fontSize: token.fontSizeSM,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </pre>
  );
}
