import { theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { stateWord, type SessionState } from './session-state.ts';

import styles from './PaneFrame.module.css';

/** The state of a session where there is no room for a word: it is said on hover and to those who listen. */
export function StateDot({ state }: { state: SessionState }) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const colours = {
    connecting: token.colorInfo,
    asking: token.colorWarning,
    connected: token.colorSuccess,
    lost: token.colorWarning,
    over: token.colorTextQuaternary,
  };
  const label = t(`state.${stateWord(state)}`);
  return (
    <span
      className={styles.dot}
      role="img"
      aria-label={label}
      title={label}
      style={{ background: colours[state.name] }}
    />
  );
}
