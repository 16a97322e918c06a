import { DisconnectOutlined, EditOutlined, MessageOutlined } from '@ant-design/icons';
import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import { Alert, Flex, Tag, theme, Typography } from 'antd';
import { useCallback, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import type { WatchState } from '../../../api/watch-socket.ts';
import { Can } from '../../../components/Can.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { DeniedState } from '../../../components/DeniedState.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { Screen } from '../../../components/Screen.tsx';
import { ParticipantsChip } from '../../../components/session/ParticipantsChip.tsx';
import { usePageSubject } from '../../../hooks/page-subject.ts';
import { MessageModal } from './MessageModal.tsx';
import { joinPath } from './session-path.ts';
import { useDisconnectSessions } from './session.queries.ts';

import styles from '../../../components/session/SessionScreen.module.css';

const COLOURS = { connecting: 'processing', watching: 'success', lost: 'warning', over: 'error' } as const;

/** What shows the live session of one kind. */
export interface MonitorScreenProps {
  sessionId: string;
  onState: (state: WatchState) => void;
  onNotice: (notice: Notice) => void;
}

/** Somebody's live session, to look at: what it shows, who else is there, and what an administrator may do to it. */
export function SessionMonitor({ screen }: { screen: ComponentType<MonitorScreenProps> }) {
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
        screen={screen}
        sessionId={sessionId}
        assetName={search.get('assetName') ?? sessionId}
        userName={search.get('userName') ?? ''}
      />
    </Can>
  );
}

interface MonitorProps {
  screen: ComponentType<MonitorScreenProps>;
  sessionId: string;
  assetName: string;
  userName: string;
}

function Monitor({ screen: Shown, sessionId, assetName, userName }: MonitorProps) {
  const { t } = useTranslation('session');
  const { t: parts } = useTranslation('parts');
  const { token } = theme.useToken();
  const navigate = useNavigate();
  const [state, setState] = useState<WatchState>({ name: 'connecting' });
  const [isWriting, setIsWriting] = useState(false);
  const disconnect = useDisconnectSessions();
  const [people, setPeople] = useState<readonly Participant[]>([]);
  const isOver = state.name === 'over';
  const over = isOver ? t('help.over') : undefined;

  usePageSubject(t('tabTitle.monitor', { name: assetName }));

  const onNotice = useCallback(({ participants }: Notice) => participants && setPeople(participants), []);

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
        <RefusableButton
          type="text"
          icon={<MessageOutlined aria-hidden />}
          refusal={over}
          onClick={() => setIsWriting(true)}
        >
          {t('action.message')}
        </RefusableButton>
        <Can any={['online-session-join']}>
          <RefusableButton
            type="text"
            icon={<EditOutlined aria-hidden />}
            refusal={over}
            onClick={() => void navigate(joinPath({ id: sessionId }))}
          >
            {t('action.join')}
          </RefusableButton>
        </Can>
        <Can any={['online-session-disconnect']}>
          <ConfirmButton
            type="text"
            icon={<DisconnectOutlined aria-hidden />}
            refusal={over}
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
      <Shown sessionId={sessionId} onState={setState} onNotice={onNotice} />
      <MessageModal
        open={isWriting}
        sessionId={sessionId}
        userName={userName}
        onClose={() => setIsWriting(false)}
      />
    </main>
  );
}
