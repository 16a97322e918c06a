import { DeleteOutlined } from '@ant-design/icons';

import { RefusableButton } from '../RefusableButton.tsx';

interface BulkDeleteButtonProps {
  label: string;
  /** Why these rows cannot be deleted together. */
  refusal?: string | undefined;
  onClick: () => void;
}

/** Deletes the ticked rows, after the dialog it opens. */
export function BulkDeleteButton({ label, ...props }: BulkDeleteButtonProps) {
  return (
    <RefusableButton danger icon={<DeleteOutlined aria-hidden />} {...props}>
      {label}
    </RefusableButton>
  );
}
