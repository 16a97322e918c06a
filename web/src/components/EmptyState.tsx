import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

import type { ManualChapterId } from './manual-chapters.ts';
import { ManualLink } from './ManualLink.tsx';
import { StateView } from './StateView.tsx';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What this is and why one would want the first. */
  description?: ReactNode;
  /** The first step. */
  action?: ReactNode;
  /** The chapter of the manual that tells more. */
  manual?: ManualChapterId;
}

/** Nothing here yet. */
export function EmptyState({
  icon = <InboxOutlined aria-hidden />,
  description,
  manual,
  ...rest
}: EmptyStateProps) {
  const help =
    manual === undefined ? (
      description
    ) : (
      <>
        {description} {<ManualLink chapter={manual} />}
      </>
    );
  return <StateView icon={icon} description={help} {...rest} />;
}
