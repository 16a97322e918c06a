import { EnterOutlined } from '@ant-design/icons';
import { Button } from 'antd';

interface StartAgainButtonProps {
  label: string;
  onStartAgain: () => void;
}

/** What Enter does as well while the session is over (`useEnterAgain`): its sign stands on the button. */
export function StartAgainButton({ label, onStartAgain }: StartAgainButtonProps) {
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
