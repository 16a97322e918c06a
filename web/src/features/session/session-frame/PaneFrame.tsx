import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ParticipantsChip } from '../../../components/session/ParticipantsChip.tsx';
import { WatchersChip } from '../../../components/session/WatchersChip.tsx';
import { ConnectingStep } from './ConnectingStep.tsx';
import { FailureCard } from './FailureCard.tsx';
import { paneTitle, type Box, type Pane } from './pane-tree.ts';
import { PaneMessage } from './PaneMessage.tsx';
import { PaneNotice } from './PaneNotice.tsx';
import { StateBanner } from './StateBanner.tsx';
import { StateDot } from './StateDot.tsx';
import type { Tenant } from './tenant.ts';
import { useReconnectOnEnter } from './useReconnectOnEnter.ts';
import type { SessionDesk } from './useSessionDesk.ts';

import styles from './PaneFrame.module.css';

interface PaneFrameProps {
  pane: Pane;
  box: Box;
  desk: SessionDesk;
  tenant: Tenant;
  isVisible: boolean;
  /** There are others beside it, so it needs a name. */
  hasHeader: boolean;
  onClose: (ids: readonly string[]) => void;
}

const percent = (part: number) => `${part * 100}%`;

/** A session in its place in the window, with its name, its state and what it has to say. */
export function PaneFrame(props: PaneFrameProps) {
  const { pane, box, desk, tenant, isVisible, hasHeader } = props;
  const { token } = theme.useToken();
  const { id } = pane;
  const isFocused = desk.tab?.focused === id;
  const state = desk.stateOf(id);
  const mark = tenant.markOf?.(pane);
  const onKeyDownCapture = useReconnectOnEnter(state, () => desk.startAgain(id));
  const edge = mark !== undefined ? token.colorWarning : isFocused ? token.colorPrimary : 'transparent';
  return (
    <section
      className={styles.frame}
      aria-label={pane.assetName}
      data-focused={isFocused}
      data-marked={mark !== undefined}
      onKeyDownCapture={onKeyDownCapture}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
        visibility: isVisible ? undefined : 'hidden',
      }}
    >
      {hasHeader && <PaneHeader {...props} />}
      <PaneMessage messages={desk.messagesOf(id)} onRead={() => desk.putMessageAway(id)} />
      <PaneNotice
        notice={desk.notices[id]}
        onClose={() => desk.closeNotice(id)}
        onStay={() => {
          desk.handle(id)?.stay();
          desk.handle(id)?.focus();
        }}
      />
      {tenant.renderSession({
        pane,
        isFocused,
        ref: (handle) => desk.keepHandle(id, handle),
        onSession: (session) => desk.setSession(id, session),
        onState: (state) => desk.setState(id, state),
        onNotice: (notice) => desk.setNotice(id, notice),
        onDirectory: (directory) => desk.change({ type: 'session', id, session: { directory } }),
        onFocus: () => desk.change({ type: 'focus', id }),
      })}
      {state.name === 'connecting' && state.step !== undefined && <ConnectingStep step={state.step} />}
      {state.name === 'over' && state.failure && (
        <FailureCard
          place={pane}
          reason={state.reason}
          advice={state.failure.advice}
          onStartAgain={() => desk.startAgain(id)}
        />
      )}
      <StateBanner
        state={state}
        onRetry={() => {
          desk.handle(id)?.retry();
          desk.handle(id)?.focus();
        }}
        onStartAgain={() => desk.startAgain(id)}
      />
      {(hasHeader || mark !== undefined) && (
        <div className={styles.edge} style={{ borderColor: edge }} aria-hidden />
      )}
      {mark !== undefined && <span className={styles.spoken}>{mark}</span>}
    </section>
  );
}

function PaneHeader({ pane, desk, tenant, onClose }: PaneFrameProps) {
  const { t } = useTranslation('session-frame');
  const { token } = theme.useToken();
  const { id, assetName } = pane;
  return (
    <Flex
      className={styles.header}
      align="center"
      gap={8}
      style={{ background: token.colorBgContainer, color: token.colorText }}
    >
      <StateDot state={desk.stateOf(id)} />
      <span className={styles.name}>{paneTitle(pane)}</span>
      <WatchersChip people={desk.watchersOf(id)} />
      <ParticipantsChip people={desk.participantsOf(id)} />
      {tenant.renderPaneTools?.(pane)}
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
