import type { SessionRow } from '@jadegate/contract/session/session';
import { useQuery } from '@tanstack/react-query';
import { Button, theme } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { AwayTag } from '../../../components/session/AwayTag.tsx';
import { SummaryCard, SummaryName } from '../../../components/SummaryCard.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useNow } from '../../../hooks/useNow.ts';
import { Duration } from './Duration.tsx';
import { sessionName } from './session-name.ts';
import { monitorPath, openBeside, playbackPath } from './session-path.ts';
import { begunAt } from './session.columns.tsx';
import { offlineSessionsQuery, onlineSessionsQuery } from './session.queries.ts';

const DAY_MS = 86_400_000;
const SHOWN = { pageIndex: 1, pageSize: 5 };
/** Days. A list comes with how long it is, and to count years of sessions takes its time. */
const RECENT = 30;

/** Who is connected now and who was last, for another page: each to those who hold its menu. */
export function SessionCards() {
  return (
    <>
      <Can any={['online-session']}>
        <LiveCard />
      </Can>
      <Can any={['offline-session']}>
        <NewestCard />
      </Can>
    </>
  );
}

function LiveCard() {
  const { t } = useTranslation('session');
  return (
    <SessionCard
      title={t('title.online')}
      path="/online-session"
      empty={t('empty.onlineTitle')}
      result={useQuery(onlineSessionsQuery(SHOWN))}
      renderTime={({ connectedTime, awayUntil }) =>
        awayUntil === null ? <Duration from={connectedTime} /> : <AwayTag until={awayUntil} />
      }
      renderAction={(row) => (
        <Can any={['online-session-monitor']}>
          <ActionButton row={row} label={t('action.monitor')} onClick={() => openBeside(monitorPath(row))} />
        </Can>
      )}
    />
  );
}

function NewestCard() {
  const { t } = useTranslation('session');
  // The beginning of a day, so that the same is asked again and again.
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  const from = new Date(today - RECENT * DAY_MS).toISOString();
  return (
    <SessionCard
      title={t('title.recent')}
      path="/offline-session"
      empty={t('empty.recentTitle')}
      result={useQuery(offlineSessionsQuery({ ...SHOWN, from }))}
      renderTime={(row) => <TimeText value={begunAt(row)} />}
      renderAction={(row) =>
        row.recording === '1' && (
          <Can any={['offline-session-playback']}>
            <ActionButton row={row} label={t('action.play')} onClick={() => openBeside(playbackPath(row))} />
          </Can>
        )
      }
    />
  );
}

interface ActionButtonProps {
  row: SessionRow;
  label: string;
  onClick: () => void;
}

function ActionButton({ row: { creatorName, assetName }, label, onClick }: ActionButtonProps) {
  return (
    <Button type="link" size="small" aria-label={`${label} ${creatorName} ${assetName}`} onClick={onClick}>
      {label}
    </Button>
  );
}

interface SessionCardProps {
  title: string;
  /** Where all of them are. */
  path: string;
  empty: string;
  result: ComponentProps<typeof SummaryCard<SessionRow>>['result'];
  renderTime: (row: SessionRow) => ReactNode;
  renderAction: (row: SessionRow) => ReactNode;
}

function SessionCard({ renderTime, renderAction, ...card }: SessionCardProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  return (
    <SummaryCard
      {...card}
      all={t('action.all')}
      renderRow={(row) => (
        <>
          <SummaryName>{sessionName(row)}</SummaryName>
          <span style={{ color: token.colorTextSecondary }}>{renderTime(row)}</span>
          {renderAction(row)}
        </>
      )}
    />
  );
}
