import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';

const ICONS = {
  success: <CheckCircleOutlined aria-hidden />,
  error: <CloseCircleOutlined aria-hidden />,
  warning: <ExclamationCircleOutlined aria-hidden />,
  processing: <SyncOutlined aria-hidden spin />,
  default: <MinusCircleOutlined aria-hidden />,
};

export type StatusTone = keyof typeof ICONS;

interface StatusTagProps {
  tone?: StatusTone;
  /** Instead of the tone's own icon. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A state as an icon and a word: never by colour alone. */
export function StatusTag({ tone = 'default', icon = ICONS[tone], children }: StatusTagProps) {
  return (
    <Tag color={tone} icon={icon} style={{ marginInlineEnd: 0 }}>
      {children}
    </Tag>
  );
}
