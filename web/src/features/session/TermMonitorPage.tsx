import { DisconnectOutlined, MessageOutlined } from '@ant-design/icons';
import type { Participant } from '@jadegate/contract/terminal-socket';
import { Alert, Button, Flex, Tag, theme, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { ConfirmButton } from '../../components/ConfirmButton.tsx';
import { DeniedState } from '../../components/DeniedState.tsx';
import { Screen } from '../../components/Screen.tsx';
import { ParticipantsChip } from '../../components/session/ParticipantsChip.tsx';
import { FixedTerminal } from '../../components/terminal/fixed-terminal.ts';
import { SCREEN_COLOURS } from '../../components/terminal/screen-colours.ts';
import { MessageModal } from './MessageModal.tsx';
import { watchSession, type MonitorState } from './monitor-link.ts';
import { useDisconnectSessions } from './session.queries.ts';

import styles from '../../components/session/SessionScreen.module.css';

const COLOURS = { connecting: 'processing', watching: 'success', lost: 'warning', over: 'error' } as const;

/** Somebody's live terminal, to look at: the screen as it is, at its own size, scaled to the window. */
export function TermMonitorPage() {
  const { t } = useTranslation('session');
  const [search] = useSearchParams();
  const sessionId = search.get('sessionId');
  if (sessionId === null) {
    return <Screen title={t('monitor.missing')} help={t('monitor.help')} />;
  }
  return (
    <Can any={['online-session-monitor']} otherwise={<DeniedState />}>
      <Monitor
        key={sessionId}
        sessionId={sessionId}
        assetName={search.get('assetName') ?? sessionId}
        userName={search.get('userName') ?? ''}
      />
    </Can>
  );
}

interface MonitorProps {
  sessionId: string;
  assetName: string;
  userName: string;
}

function Monitor({ sessionId, assetName, userName }: MonitorProps) {
  const { t } = useTranslation('session');
  const { t: parts } = useTranslation('parts');
  const { token } = theme.useToken();
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MonitorState>({ name: 'connecting' });
  const [isWriting, setIsWriting] = useState(false);
  const disconnect = useDisconnectSessions();
  const [people, setPeople] = useState<readonly Participant[]>([]);
  const isOver = state.name === 'over';

  useEffect(() => {
    document.title = assetName;
  }, [assetName]);

  useEffect(() => {
    if (!holder.current) {
      return undefined;
    }
    const terminal = new FixedTerminal(holder.current);
    let isFresh = true;
    const stop = watchSession(sessionId, {
      onStart: () => (isFresh = true),
      onSize: (size) => {
        if (isFresh) {
          terminal.reset(size);
        } else {
          terminal.resize(size);
        }
        isFresh = false;
      },
      onOutput: (bytes) => terminal.write(bytes),
      onState: setState,
      onNotice: ({ participants }) => participants && setPeople(participants),
    });
    return () => {
      stop();
      terminal.dispose();
    };
  }, [sessionId]);

  if (isOver && state.error !== undefined) {
    // It never began: there is no screen that the reason could stand above.
    return <Screen title={t('monitor.refused')} help={state.reason} />;
  }
  return (
    <main className={styles.page}>
      <Flex
        className={styles.bar}
        align="center"
        gap={12}
        style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
      >
        <Typography.Text strong ellipsis>
          {userName === '' ? assetName : `${userName} · ${assetName}`}
        </Typography.Text>
        <Tag color={COLOURS[state.name]} role="status">
          {t(`monitor.${state.name}`)}
        </Tag>
        <Typography.Text type="secondary">{t('monitor.readOnly')}</Typography.Text>
        <ParticipantsChip people={isOver ? [] : people} />
        <span className={styles.space} />
        <Button
          type="text"
          icon={<MessageOutlined aria-hidden />}
          disabled={isOver}
          onClick={() => setIsWriting(true)}
        >
          {t('action.message')}
        </Button>
        <Can any={['online-session-disconnect']}>
          <ConfirmButton
            type="text"
            icon={<DisconnectOutlined aria-hidden />}
            disabled={isOver}
            title={t('confirm.disconnect.title', { user: userName, asset: assetName })}
            consequence={t('confirm.disconnect.help')}
            confirmLabel={t('action.disconnect')}
            onConfirm={() => disconnect.mutateAsync([sessionId])}
          >
            {t('action.disconnect')}
          </ConfirmButton>
        </Can>
      </Flex>
      {isOver && <Alert type="info" banner title={state.reason} />}
      {state.name === 'lost' && state.isBlocked && (
        <Alert type="warning" banner title={parts('socketBlocked')} />
      )}
      <div className={styles.stage} style={{ background: SCREEN_COLOURS.background }}>
        <div ref={holder} className={styles.holder} />
      </div>
      <MessageModal
        open={isWriting}
        sessionId={sessionId}
        userName={userName}
        onClose={() => setIsWriting(false)}
      />
    </main>
  );
}
