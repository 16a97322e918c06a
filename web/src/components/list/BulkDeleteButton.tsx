import { DeleteOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

import { RefusableButton } from '../RefusableButton.tsx';

interface BulkDeleteButtonProps {
  /** Why these rows cannot be deleted together. */
  refusal?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** Deletes the ticked rows, after the dialog it opens. */
export function BulkDeleteButton(props: BulkDeleteButtonProps) {
  return <RefusableButton danger icon={<DeleteOutlined aria-hidden />} {...props} />;
}
