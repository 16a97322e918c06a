import { Button, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { ReconnectButton } from './ReconnectButton.tsx';
import { isTakenOver, type SessionState } from './session-state.ts';

import styles from './PaneFrame.module.css';

interface StateBannerProps {
  state: SessionState;
  onRetry: () => void;
  /** Connects again, or goes on here with a session that was taken elsewhere. */
  onStartAgain: () => void;
}

/** Says why nothing moves, and what to do about it. It leaves the keyboard where it is: somebody may be typing. */
export function StateBanner({ state, onRetry, onStartAgain }: StateBannerProps) {
  const { t } = useTranslation('session-frame');
  const { t: parts } = useTranslation('parts');
  const { token } = theme.useToken();
  if (state.name !== 'lost' && (state.name !== 'over' || state.failure)) {
    return null;
  }
  // Nothing is on the screen that it could hide.
  const isMiddle = state.name === 'lost' && state.why !== 'cut';
  const isTaken = isTakenOver(state);
  const text = () => {
    if (state.name === 'lost') {
      return state.why === 'blocked' ? parts('socketBlocked') : t(`lost.${state.why}`);
    }
    if (isTaken) {
      return t('over.takenOver');
    }
    return state.reason === '' ? t('over.left') : state.reason;
  };
  return (
    <Flex
      className={isMiddle ? styles.refusal : styles.banner}
      align="center"
      justify="center"
      wrap
      gap="8px 16px"
      role="alert"
      style={{
        background: token.colorBgElevated,
        // Dark on dark, a shadow alone shows no edge.
        border: `1px solid ${token.colorBorder}`,
        boxShadow: token.boxShadow,
        borderRadius: token.borderRadiusLG,
      }}
    >
      <Typography.Text>{text()}</Typography.Text>
      {state.name === 'lost' ? (
        <Button type="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      ) : (
        <ReconnectButton
          label={isTaken ? t('action.takeBack') : t('action.reconnect')}
          {...{ onStartAgain }}
        />
      )}
    </Flex>
  );
}
