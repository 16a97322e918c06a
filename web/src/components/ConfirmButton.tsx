import { Button, type ButtonProps } from 'antd';
import { useState } from 'react';

import { ConfirmModal, type ConfirmProps } from './ConfirmModal.tsx';

type ConfirmButtonProps = ConfirmProps &
  Pick<ButtonProps, 'icon' | 'size' | 'type' | 'disabled' | 'children'>;

/** A button whose act is confirmed first. */
export function ConfirmButton({ icon, size, type, disabled, children, ...confirm }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        danger={confirm.danger ?? true}
        icon={icon}
        size={size}
        type={type}
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </Button>
      <ConfirmModal {...confirm} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
