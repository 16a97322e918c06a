import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';

interface ToolButtonProps {
  label: string;
  icon: ReactNode;
  isOn?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A tool in the bar of the window: a symbol, its name on hover. */
export function ToolButton({ label, icon, isOn, disabled = false, onClick }: ToolButtonProps) {
  return (
    <Tooltip title={label}>
      <Button
        type={isOn === true ? 'primary' : 'text'}
        icon={icon}
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn })}
        disabled={disabled}
        onClick={onClick}
      />
    </Tooltip>
  );
}
