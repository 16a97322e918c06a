import { EnterOutlined } from '@ant-design/icons';
import { Button } from 'antd';

interface ReconnectButtonProps {
  label: string;
  onStartAgain: () => void;
}

/** What Enter does as well while the session is over (`useReconnectOnEnter`): its sign stands on the button. */
export function ReconnectButton({ label, onStartAgain }: ReconnectButtonProps) {
  return (
    <Button
      type="primary"
      icon={<EnterOutlined aria-hidden />}
      iconPlacement="end"
      aria-keyshortcuts="Enter"
      onClick={onStartAgain}
    >
      {label}
    </Button>
  );
}
