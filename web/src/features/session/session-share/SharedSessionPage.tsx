import { EditOutlined, EyeOutlined, LogoutOutlined, ShareAltOutlined } from '@ant-design/icons';
import { hasTerminal } from '@jadegate/contract/access/asset-attributes';
import type { Participant } from '@jadegate/contract/session/session-notice';
import type { Seat } from '@jadegate/contract/session/session-share';
import { Alert, Button, Flex, Tag, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import type { WatchState } from '../../../api/watch-socket.ts';
import { personName } from '../../../components/person-name.ts';
import { Screen } from '../../../components/Screen.tsx';
import { ParticipantsChip } from '../../../components/session/ParticipantsChip.tsx';
import { SCREEN_COLOURS } from '../../../components/terminal/screen-colours.ts';
import { useCan } from '../../../hooks/account.ts';
import { ExpiresText } from './ExpiresText.tsx';
import type { Way } from './session-share.queries.ts';
import { tokenOf } from './share-link.ts';
import { ShareModal } from './ShareModal.tsx';
import { useSharedScreen } from './useSharedScreen.ts';

import styles from '../../../components/session/SessionScreen.module.css';

const COLOURS = { connecting: 'processing', watching: 'success', lost: 'warning', over: 'error' } as const;

/** Another person's session, by a link or by right: its screen at its own size, and the keyboard where one may. */
export function SharedSessionPage() {
  const { t } = useTranslation('session-share');
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const sessionId = search.get('sessionId');
  const token = tokenOf(hash);
  if (sessionId !== null) {
    return <SharedSession key={sessionId} way={{ sessionId }} />;
  }
  if (token !== undefined) {
    return <SharedSession key={token} way={{ token }} />;
  }
  return <Screen title={t('over.share.not_found')} help={t('help.incomplete')} actions={<Home />} />;
}

function SharedSession({ way }: { way: Way }) {
  const { t } = useTranslation('parts');
  const { state, seat, people, holder } = useSharedScreen(way);
  if (state.name === 'over') {
    return <Over state={state} />;
  }
  return (
    <main className={styles.page}>
      <Bar state={state} seat={seat} people={people} way={way} />
      {state.name === 'lost' && state.isBlocked && <Alert type="warning" banner title={t('socketBlocked')} />}
      <div className={styles.stage} style={{ background: SCREEN_COLOURS.background }}>
        <div
          ref={holder}
          className={seat && !hasTerminal(seat.protocol) ? styles.desktop : styles.holder}
          data-testid="shared-screen"
        />
      </div>
    </main>
  );
}

interface BarProps {
  state: WatchState;
  seat: Seat | undefined;
  people: readonly Participant[];
  way: Way;
}

function Bar({ state, seat, people, way }: BarProps) {
  const { t } = useTranslation('session-share');
  const { token } = theme.useToken();
  const navigate = useNavigate();
  const maySee = useCan()('online-session-monitor');
  const [isSharing, setSharing] = useState(false);
  const isWriting = seat?.mode === 'write';
  return (
    <Flex
      className={styles.bar}
      align="center"
      gap={12}
      style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
    >
      {seat && (
        <Typography.Text strong ellipsis>
          {personName(seat.ownerName, seat.ownerAccount)} · {seat.assetName}
        </Typography.Text>
      )}
      <Tag color={COLOURS[state.name]} role="status">
        {t(`state.${state.name}`)}
      </Tag>
      {seat && (
        <Tag
          color={isWriting ? 'warning' : 'default'}
          icon={isWriting ? <EditOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
        >
          {t(`mode.${seat.mode}`)}
        </Tag>
      )}
      <ParticipantsChip people={people} />
      <span className={styles.space} />
      {seat?.expires !== null && seat?.expires !== undefined && (
        <Typography.Text type="secondary">
          <ExpiresText value={seat.expires} />
        </Typography.Text>
      )}
      {'sessionId' in way && maySee && seat && (
        <>
          <Button type="text" icon={<ShareAltOutlined aria-hidden />} onClick={() => setSharing(true)}>
            {t('action.share')}
          </Button>
          <ShareModal
            sessionId={way.sessionId}
            hostName={seat.assetName}
            open={isSharing}
            onClose={() => setSharing(false)}
          />
        </>
      )}
      <Button type="text" icon={<LogoutOutlined aria-hidden />} onClick={() => void navigate('/')}>
        {t('action.leave')}
      </Button>
    </Flex>
  );
}

function Over({ state }: { state: Extract<WatchState, { name: 'over' }> }) {
  const { t, i18n } = useTranslation('session-share');
  const key = `over.${state.error ?? ''}`;
  const isKnown = state.error !== undefined && i18n.exists(key, { ns: 'session-share' });
  return isKnown ? (
    <Screen title={t(key as 'over.title')} help={state.reason} actions={<Home />} />
  ) : (
    <Screen title={t('over.title')} help={state.reason} actions={<Home />} />
  );
}

function Home() {
  const { t } = useTranslation('session-share');
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate('/')}>
      {t('action.home')}
    </Button>
  );
}
