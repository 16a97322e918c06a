import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';

import styles from './HostPanel.module.css';

interface Share {
  key: string;
  label: string;
  /** Of 100. */
  percent: number;
  text: string;
  colour: string;
}

interface ShareBarProps {
  title: ReactNode;
  /** The sum, at the end of the line. */
  text: string;
  shares: readonly Share[];
  /** Whether each share is named below the bar. */
  hasLegend?: boolean;
}

/** Parts of a whole as one bar, each also as a word and a number. */
export function ShareBar({ title, text, shares, hasLegend = true }: ShareBarProps) {
  const { token } = theme.useToken();
  const shown = shares.filter(({ percent }) => percent > 0);
  return (
    <div>
      <Flex justify="space-between" gap={12}>
        <span className={styles.name}>{title}</span>
        <span className={styles.figure} style={{ color: token.colorTextSecondary }}>
          {text}
        </span>
      </Flex>
      <div className={styles.track} style={{ background: token.colorFillSecondary }} aria-hidden>
        {shown.map(({ key, percent, colour }) => (
          <span key={key} style={{ width: `${percent}%`, background: colour }} />
        ))}
      </div>
      {hasLegend && shown.length > 0 && (
        <Flex wrap gap="2px 16px" className={styles.legend} style={{ color: token.colorTextSecondary }}>
          {shown.map(({ key, label, text: value, colour }) => (
            <span key={key}>
              <i style={{ background: colour }} aria-hidden />
              {label} <span className={styles.figure}>{value}</span>
            </span>
          ))}
        </Flex>
      )}
    </div>
  );
}
