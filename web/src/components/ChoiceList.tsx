import { Empty, theme } from 'antd';
import type { ReactNode } from 'react';

import styles from './ChoiceList.module.css';

interface Choice {
  key: string;
  title: string;
  text?: string;
  extra?: ReactNode;
  disabled?: boolean;
  onChoose: () => void;
}

interface ChoiceListProps {
  label: string;
  /** Said when there is nothing to choose. */
  empty: ReactNode;
  items: readonly Choice[];
}

/** Things to choose one of, by pointer or by Tab and Enter. */
export function ChoiceList({ label, empty, items }: ChoiceListProps) {
  const { token } = theme.useToken();
  if (items.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />;
  }
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ key, title, text = '', extra, disabled = false, onChoose }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.item}
            disabled={disabled}
            onClick={onChoose}
            style={{
              color: disabled ? token.colorTextDisabled : token.colorText,
              borderRadius: token.borderRadius,
              ['--hover' as string]: token.colorFillTertiary,
            }}
          >
            <span className={styles.words}>
              <span className={styles.line}>{title}</span>
              {text !== '' && (
                <span
                  className={styles.line}
                  style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}
                >
                  {text}
                </span>
              )}
            </span>
            {extra}
          </button>
        </li>
      ))}
    </ul>
  );
}
