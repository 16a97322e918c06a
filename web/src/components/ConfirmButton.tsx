import { useState } from 'react';

import { ConfirmModal, type ConfirmProps } from './ConfirmModal.tsx';
import { RefusableButton, type RefusableButtonProps } from './RefusableButton.tsx';

type ConfirmButtonProps = ConfirmProps &
  Pick<RefusableButtonProps, 'icon' | 'size' | 'type' | 'disabled' | 'refusal' | 'children'>;

/** A button whose act is confirmed first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { icon, size, type, disabled, refusal, children, ...confirm } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RefusableButton
        danger={confirm.danger ?? true}
        icon={icon}
        size={size}
        type={type}
        disabled={disabled}
        refusal={refusal}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </RefusableButton>
      <ConfirmModal {...confirm} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
