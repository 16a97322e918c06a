import type { Notice } from '@jadegate/contract/terminal-socket';
import { Alert } from 'antd';

interface PaneNoticeProps {
  notice: Notice | undefined;
  onClose: () => void;
}

const TONES = {
  message: 'info',
  participants: 'info',
  idle: 'warning',
  blocked: 'error',
  confirm: 'warning',
} as const;

/** A word to the person that does not come from the target. It stays until dismissed and never takes the keyboard. */
export function PaneNotice({ notice, onClose }: PaneNoticeProps) {
  if (!notice) {
    return null;
  }
  return (
    <Alert
      key={`${notice.kind}:${notice.text}`}
      banner
      showIcon
      role="status"
      type={TONES[notice.kind]}
      title={notice.text}
      closable={{ onClose }}
    />
  );
}
