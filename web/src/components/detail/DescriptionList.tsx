import { Descriptions } from 'antd';
import type { ReactNode } from 'react';

import styles from './DescriptionList.module.css';

export interface Description {
  key: string;
  label: string;
  value: ReactNode;
  /** Takes the whole line. */
  wide?: boolean;
}

const NOTHING = '—';
const CLASS_NAMES = { label: styles.label, content: styles.value };

function isNothing(value: ReactNode): boolean {
  return value === undefined || value === null || value === '' || value === false;
}

/** Names and values of one object; two columns on wide windows, one on narrow ones. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <Descriptions
      size="small"
      bordered
      classNames={CLASS_NAMES}
      column={{ xs: 1, sm: 1, md: 2 }}
      items={items.map(({ key, label, value, wide }) => ({
        key,
        label,
        children: isNothing(value) ? NOTHING : value,
        span: wide === true ? 'filled' : 1,
      }))}
    />
  );
}
