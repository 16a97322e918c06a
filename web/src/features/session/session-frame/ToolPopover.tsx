import { Button, Popover, theme } from 'antd';
import type { ReactNode } from 'react';

interface ToolPopoverProps {
  label: string;
  icon: ReactNode;
  content: ReactNode;
}

/** A tool in the bar of the window that opens something at its button. */
export function ToolPopover({ label, icon, content }: ToolPopoverProps) {
  const { token } = theme.useToken();
  return (
    <Popover
      trigger="click"
      // In the middle it may be moved aside; at a corner it would stick out of a phone.
      placement="bottom"
      styles={{ container: { border: `1px solid ${token.colorBorder}` } }}
      destroyOnHidden
      content={content}
    >
      <Button type="text" icon={icon} aria-label={label} title={label} />
    </Popover>
  );
}
