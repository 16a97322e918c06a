import type { SessionRow } from '@jadegate/contract/session';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Skeleton, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { AwayTag } from '../../components/session/AwayTag.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Duration } from './Duration.tsx';
import { monitorPath, openBeside, playbackPath } from './session-path.ts';
import { offlineSessionsQuery, onlineSessionsQuery } from './session.queries.ts';

import styles from './SessionCards.module.css';

const SHOWN = { pageIndex: 1, pageSize: 5 };

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
  return (
    <SessionCard
      title={t('title.recent')}
      path="/offline-session"
      empty={t('empty.offlineTitle')}
      result={useQuery(offlineSessionsQuery(SHOWN))}
      renderTime={({ connectedTime }) => <TimeText value={connectedTime} />}
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
  result: {
    data: { items: SessionRow[]; total: number } | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  renderTime: (row: SessionRow) => ReactNode;
  renderAction: (row: SessionRow) => ReactNode;
}

function SessionCard({ title, path, empty, result, renderTime, renderAction }: SessionCardProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = result;
  const content = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton active title={false} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      );
    }
    if (data.items.length === 0) {
      return <span style={{ color: token.colorTextSecondary }}>{empty}</span>;
    }
    return (
      <ul className={styles.rows}>
        {data.items.map((row) => (
          <li key={row.id}>
            <Flex align="center" gap={token.marginXS}>
              <span className={styles.name} title={`${row.creatorName} · ${row.assetName}`}>
                {row.creatorName} · {row.assetName}
              </span>
              <span style={{ color: token.colorTextSecondary }}>{renderTime(row)}</span>
              {renderAction(row)}
            </Flex>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card
      size="small"
      title={<h2 className={styles.heading}>{title}</h2>}
      extra={
        <Link to={path}>
          {t('action.all')}
          <span className="visually-hidden"> {title}</span>
        </Link>
      }
    >
      {content()}
    </Card>
  );
}
