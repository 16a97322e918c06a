import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import type { ClipboardWay } from '../../components/terminal/guard-clipboard.ts';
import { ParticipantsChip } from '../../components/terminal/ParticipantsChip.tsx';
import { useClipboardRules } from '../../components/terminal/useClipboardRules.tsx';
import type { Box, Pane } from './pane-tree.ts';
import { PaneNotice } from './PaneNotice.tsx';
import { StateBanner } from './StateBanner.tsx';
import { StateDot } from './StateDot.tsx';
import { terminalTheme, type TerminalPreferences } from './terminal-preferences.ts';
import type { Found } from './terminal-view.ts';
import { TerminalPane } from './TerminalPane.tsx';
import type { TerminalDesk } from './useTerminalDesk.ts';

import styles from './PaneFrame.module.css';

interface PaneFrameProps {
  pane: Pane;
  box: Box;
  desk: TerminalDesk;
  preferences: TerminalPreferences;
  isVisible: boolean;
  /** There are others beside it, so it needs a name. */
  hasHeader: boolean;
  onFound: (found: Found) => void;
  onClose: (ids: readonly string[]) => void;
}

const percent = (part: number) => `${part * 100}%`;

/** A terminal in its place in the window, with its name, its state and what it has to say. */
export function PaneFrame(props: PaneFrameProps) {
  const { pane, box, desk, preferences, isVisible, hasHeader, onFound } = props;
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const { confirmPaste, refuse, copy } = useClipboardRules();
  const { id } = pane;
  const isFocused = desk.tab?.focused === id;
  const isBroadcasting = desk.isBroadcasting(id);
  const edge = isBroadcasting ? token.colorWarning : isFocused ? token.colorPrimary : 'transparent';

  const mayUseClipboard = (way: ClipboardWay, how?: 'quietly') => {
    const isAllowed = (way === 'copy' ? pane.mayCopy : pane.mayPaste) !== false;
    if (!isAllowed && how !== 'quietly') {
      refuse(way);
    }
    return isAllowed;
  };
  return (
    <section
      className={styles.frame}
      aria-label={pane.assetName}
      data-focused={isFocused}
      data-broadcasting={isBroadcasting}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
        visibility: isVisible ? undefined : 'hidden',
        background: terminalTheme(preferences.theme).background,
      }}
    >
      {hasHeader && <PaneHeader {...props} />}
      <PaneNotice
        notice={desk.notices[id]}
        onClose={() => desk.setNotice(id, undefined)}
        onStay={() => {
          desk.handle(id)?.stay();
          desk.handle(id)?.focus();
        }}
      />
      <TerminalPane
        ref={(handle) => desk.keepHandle(id, handle)}
        assetId={pane.assetId}
        sessionId={pane.sessionId}
        preferences={preferences}
        onSession={({ id: sessionId, ...session }) =>
          desk.change({ type: 'session', id, session: { sessionId, ...session } })
        }
        onState={(state) => desk.setState(id, state)}
        onNotice={(notice) => desk.setNotice(id, notice)}
        onInput={(bytes, text, how) => desk.type(id, bytes, text, how)}
        onFound={(found) => isFocused && onFound(found)}
        onFocus={() => desk.change({ type: 'focus', id })}
        onCopy={(text) => mayUseClipboard('copy') && void copy(text)}
        mayUseClipboard={mayUseClipboard}
        confirmPaste={confirmPaste}
      />
      <StateBanner
        state={desk.stateOf(id)}
        onRetry={() => {
          desk.handle(id)?.retry();
          desk.handle(id)?.focus();
        }}
        onStartAgain={() => desk.renew(id)}
        onTakeBack={() => desk.renew(id, 'resume')}
      />
      {(hasHeader || isBroadcasting) && (
        <div className={styles.edge} style={{ borderColor: edge }} aria-hidden />
      )}
      {isBroadcasting && <span className={styles.spoken}>{t('broadcast.mark')}</span>}
    </section>
  );
}

function PaneHeader({ pane, desk, onClose }: PaneFrameProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const { id, assetName } = pane;
  const isBroadcasting = desk.isBroadcasting(id);
  return (
    <Flex
      className={styles.header}
      align="center"
      gap={8}
      style={{ background: token.colorBgLayout, color: token.colorText }}
    >
      <StateDot state={desk.stateOf(id)} />
      <span className={styles.name}>{assetName}</span>
      <ParticipantsChip people={desk.companyOf(id)} />
      <Button
        type={isBroadcasting ? 'primary' : 'text'}
        size="small"
        icon={<NotificationOutlined aria-hidden />}
        aria-pressed={isBroadcasting}
        aria-label={`${t('broadcast.one')} ${assetName}`}
        title={t('broadcast.one')}
        onClick={() => {
          desk.toggleBroadcast(id);
          desk.focusTerminal();
        }}
      >
        {isBroadcasting ? <span className={styles.mark}>{t('broadcast.mark')}</span> : undefined}
      </Button>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={`${t('action.closePane')} ${assetName}`}
        title={t('action.closePane')}
        onClick={() => onClose([id])}
      />
    </Flex>
  );
}
