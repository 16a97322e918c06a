import type { Notice } from '@jadegate/contract/session/session-notice';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { useCountdown } from '../../../hooks/useCountdown.ts';

interface PaneNoticeProps {
  notice: Notice | undefined;
  onClose: () => void;
  /** The person says that they are still there. */
  onStay: () => void;
}

const TONES = {
  message: 'info',
  participants: 'info',
  watched: 'info',
  idle: 'warning',
  limit: 'warning',
  blocked: 'error',
  confirm: 'warning',
  ask: 'info',
  advice: 'info',
  step: 'info',
} as const;

/** A word to the person that does not come from the target. It stays until dismissed and never takes the keyboard. */
export function PaneNotice({ notice, onClose, onStay }: PaneNoticeProps) {
  if (!notice) {
    return null;
  }
  const { kind, text, seconds } = notice;
  if ((kind === 'idle' || kind === 'limit') && seconds !== undefined) {
    return <EndWarning key={`${kind}:${text}`} kind={kind} seconds={seconds} {...{ onClose, onStay }} />;
  }
  return (
    <Alert
      key={`${kind}:${text}`}
      banner
      showIcon
      role="status"
      type={TONES[kind]}
      title={text}
      closable={{ onClose }}
    />
  );
}

interface EndWarningProps {
  kind: 'idle' | 'limit';
  seconds: number;
  onClose: () => void;
  onStay: () => void;
}

/** The session is about to end by itself. Any key keeps an idle one; so does the button, without typing anything. */
function EndWarning({ kind, seconds, onClose, onStay }: EndWarningProps) {
  const { t } = useTranslation('session-frame');
  const left = useCountdown(seconds, onClose);
  return (
    <Alert
      banner
      showIcon
      role="alert"
      type="warning"
      title={
        <>
          {t(`ending.${kind}`)}
          {/* Read out once, not every second. */}
          <span role="timer" aria-live="off" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('ending.left', { count: left })}
          </span>
        </>
      }
      action={
        kind === 'idle' && (
          <Button size="small" type="primary" onClick={onStay}>
            {t('ending.stay')}
          </Button>
        )
      }
      closable={kind === 'limit' && { onClose }}
    />
  );
}
