import { Button, Popover, theme } from 'antd';
import type { ReactNode } from 'react';

interface ToolPopoverProps {
  label: string;
  hint?: string | undefined;
  icon: ReactNode;
  disabled?: boolean;
  content: ReactNode;
  /** Where somebody else opens and closes it, too. */
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A tool in the bar of the window that opens something at its button. */
export function ToolPopover({ label, hint = label, icon, disabled = false, ...rest }: ToolPopoverProps) {
  const { token } = theme.useToken();
  return (
    <Popover
      trigger="click"
      // In the middle it may be moved aside; at a corner it would stick out of a phone.
      placement="bottom"
      styles={{ container: { border: `1px solid ${token.colorBorder}` } }}
      destroyOnHidden
      {...rest}
    >
      <Button type="text" disabled={disabled} icon={icon} aria-label={label} title={hint} />
    </Popover>
  );
}
