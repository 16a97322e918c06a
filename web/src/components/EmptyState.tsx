import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

import { StateView } from './StateView.tsx';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What this is and why one would want the first. */
  description?: ReactNode;
  /** The first step. */
  action?: ReactNode;
}

/** Nothing here yet. */
export function EmptyState({ icon = <InboxOutlined aria-hidden />, ...rest }: EmptyStateProps) {
  return <StateView icon={icon} {...rest} />;
}
