import type { SessionRow } from '@jadegate/contract/session/session';
import type { SessionScreen } from '@jadegate/contract/session/session-screen';
import { Alert, Card, Flex, theme } from 'antd';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { ListPagination } from '../../../components/list/ListPagination.tsx';
import type { ShownRows } from '../../../components/list/ListView.tsx';
import { AwayTag } from '../../../components/session/AwayTag.tsx';
import { SCREEN_COLOURS } from '../../../components/terminal/screen-colours.ts';
import { Duration } from './Duration.tsx';
import { ScreenThumbnail } from './ScreenThumbnail.tsx';
import { creatorOf } from './session-name.ts';
import { monitorPath, openBeside } from './session-path.ts';
import type { SessionListQuery } from './session.queries.ts';
import { SessionProtocol } from './SessionProtocol.tsx';
import { useScreens } from './useScreens.ts';
import { useVisibleIds } from './useVisibleIds.ts';

import styles from './SessionWall.module.css';

interface SessionWallProps extends ShownRows<SessionRow, SessionListQuery> {
  renderActions: (row: SessionRow) => ReactNode;
}

/** What people see at this moment, side by side. Only what is in sight is asked for. */
export function SessionWall({ rows, total, state, isStale, renderActions }: SessionWallProps) {
  const { token } = theme.useToken();
  const { visible, watch } = useVisibleIds();
  const { screens, error } = useScreens(visible);
  return (
    <Flex vertical gap={token.margin}>
      {error !== null && error !== undefined && (
        <Alert type="warning" showIcon role="alert" title={readFailure(error).message} />
      )}
      <ul
        className={styles.grid}
        aria-busy={isStale}
        style={{ gap: token.margin, opacity: isStale ? token.opacityLoading : 1 }}
      >
        {rows.map((row) => (
          <WallCard
            key={row.id}
            row={row}
            screen={screens.get(row.id)}
            watch={watch}
            actions={renderActions(row)}
          />
        ))}
      </ul>
      <ListPagination state={state} total={total} />
    </Flex>
  );
}

/** What draws desktops is large, and most walls have none. */
const DesktopThumbnail = lazy(async () => ({
  default: (await import('./DesktopThumbnail.tsx')).DesktopThumbnail,
}));

interface WallCardProps {
  row: SessionRow;
  screen: SessionScreen | undefined;
  watch: (id: string, element: Element) => () => void;
  actions: ReactNode;
}

function WallCard({ row, screen, watch, actions }: WallCardProps) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const { id, assetName, username, ip, port } = row;
  const creatorName = creatorOf(row);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => (item.current ? watch(id, item.current) : undefined), [id, watch]);
  const isOver = screen?.state === 'over';
  const isDrawnHere = row.mode === 'guacd' && screen?.state === 'live';

  const blank = () => {
    if (isOver) {
      return t('wall.over');
    }
    return screen ? t('wall.none') : t('wall.loading');
  };
  return (
    <li ref={item} aria-label={`${creatorName} · ${assetName}`}>
      <Card
        className={styles.card}
        size="small"
        styles={{ body: { padding: token.paddingSM } }}
        cover={
          <button
            type="button"
            className={styles.stage}
            disabled={isOver}
            aria-label={t('wall.open', { user: creatorName, asset: assetName })}
            title={t('action.monitor')}
            style={{ background: SCREEN_COLOURS.background, color: SCREEN_COLOURS.foreground }}
            onClick={() => openBeside(monitorPath(row))}
          >
            {screen?.picture && <ScreenThumbnail picture={screen.picture} />}
            {isDrawnHere && (
              <Suspense fallback={<span className={styles.blank}>{t('wall.loading')}</span>}>
                <DesktopThumbnail sessionId={id} version={screen.version} />
              </Suspense>
            )}
            {!screen?.picture && !isDrawnHere && <span className={styles.blank}>{blank()}</span>}
          </button>
        }
      >
        <Flex vertical gap={token.marginXXS}>
          <Flex align="center" gap={token.marginXS}>
            <strong className={styles.name} title={`${creatorName} · ${assetName}`}>
              {creatorName} · {assetName}
            </strong>
            <SessionProtocol session={row} />
          </Flex>
          <Flex align="center" justify="space-between" gap={token.marginXS}>
            <span
              className={styles.name}
              style={{ color: token.colorTextSecondary }}
              title={`${username === '' ? '' : `${username}@`}${ip}:${port} ← ${row.clientIp}`}
            >
              {row.awayUntil === null ? (
                <>
                  <Duration from={row.connectedTime} /> · {row.clientIp}
                </>
              ) : (
                <AwayTag until={row.awayUntil} />
              )}
            </span>
            {actions}
          </Flex>
        </Flex>
      </Card>
    </li>
  );
}
