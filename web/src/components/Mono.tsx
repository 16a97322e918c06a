import { theme } from 'antd';

import { CopyButton } from './CopyButton.tsx';

import styles from './Mono.module.css';

interface MonoProps {
  text: string;
  /** Longer texts end in an ellipsis; the whole is on hover and in the copy. In pixels. */
  maxWidth?: number;
  canCopy?: boolean;
}

/** An address, id, fingerprint or command: monospace, with a copy button on hover. */
export function Mono({ text, maxWidth, canCopy = true }: MonoProps) {
  const { token } = theme.useToken();
  return (
    <span className={styles.mono}>
      <code
        className={styles.text}
        title={maxWidth === undefined ? undefined : text}
        style={{ fontFamily: token.fontFamilyCode, fontSize: token.fontSizeSM, maxWidth }}
      >
        {text}
      </code>
      {canCopy && <CopyButton className={styles.copy} text={text} />}
    </span>
  );
}
