import { Button, Tooltip } from 'antd';
import type { MouseEvent, ReactNode } from 'react';

interface ToolButtonProps {
  label: string;
  /** Said on hover instead of the label, such as a shortcut. */
  hint?: string;
  icon: ReactNode;
  isOn?: boolean;
  disabled?: boolean;
  onClick: (event: MouseEvent) => void;
}

/** A tool in the bar of the window: a symbol, its name on hover. */
export function ToolButton({ label, hint = label, icon, isOn, disabled = false, onClick }: ToolButtonProps) {
  return (
    // What it opened stands below it, where its name would cover the title.
    <Tooltip title={isOn === true ? '' : hint}>
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
