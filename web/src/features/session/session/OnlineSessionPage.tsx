import { AppstoreOutlined, DisconnectOutlined, LinkOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { SESSION_DOORS, type SessionRow } from '@jadegate/contract/session/session';
import { Button, Segmented } from 'antd';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { OnlineRowActions } from './OnlineRowActions.tsx';
import { onlineColumns } from './session.columns.tsx';
import { onlineSessionsQuery, SessionListQuery } from './session.queries.ts';
import type { OnlineTargets } from './SessionOverlays.tsx';
import { SessionWall } from './SessionWall.tsx';

const Overlays = lazyOverlays(async () => (await import('./SessionOverlays.tsx')).OnlineSessionOverlays);

const VIEWS = ['table', 'wall'] as const;
type View = (typeof VIEWS)[number];
const ICONS = { table: <UnorderedListOutlined aria-hidden />, wall: <AppstoreOutlined aria-hidden /> };

/** How the sessions are shown, kept in the address beside the filters. The wall is for those who may look on. */
function useView(): { view: View; choice: ReactNode } {
  const { t } = useTranslation('session');
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const mayWatch = can('online-session-monitor');
  const view = mayWatch && search.get('view') === 'wall' ? 'wall' : 'table';
  const choose = (next: View) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (next === 'wall') {
        after.set('view', next);
      } else {
        after.delete('view');
      }
      return after;
    });
  return {
    view,
    choice: mayWatch && (
      <Segmented<View>
        aria-label={t('view.label')}
        value={view}
        onChange={choose}
        options={VIEWS.map((value) => ({ value, icon: ICONS[value], label: t(`view.${value}`) }))}
      />
    ),
  };
}

/** Who is connected where right now. */
export function OnlineSessionPage() {
  const { t } = useTranslation('session');
  const can = useCan();
  const selection = useSelection<SessionRow>();
  const overlays = useOverlays<OnlineTargets>();
  const { open } = overlays;

  const { view, choice } = useView();
  const renderActions = useCallback(
    (row: SessionRow, inline?: number) => <OnlineRowActions row={row} inline={inline} open={open} />,
    [open],
  );
  const columns = useMemo(() => onlineColumns(t, (row) => renderActions(row)), [t, renderActions]);

  return (
    <>
      <ListPage
        name="online-session"
        title={t('title.online')}
        description={t('title.onlineDescription')}
        access={['online-session']}
        schema={SessionListQuery}
        read={onlineSessionsQuery}
        columns={columns}
        nameOf={({ creatorName, assetName }) => `${creatorName} ${assetName}`}
        search={{ kind: 'person', name: 'userName', placeholder: t('placeholder.user') }}
        filters={[
          { kind: 'text', name: 'assetName', label: t('placeholder.asset') },
          { kind: 'text', name: 'clientIp', label: t('placeholder.clientIp') },
          {
            name: 'protocol',
            label: t('field.protocol'),
            options: PROTOCOLS.map((value) => ({ value, label: protocolLabel(value) })),
          },
          {
            name: 'door',
            label: t('field.door'),
            options: SESSION_DOORS.map((value) => ({ value, label: t(`door.${value}`) })),
          },
        ]}
        action={choice}
        renderRows={
          view === 'wall'
            ? (shown) => <SessionWall {...shown} renderActions={(row) => renderActions(row, 2)} />
            : undefined
        }
        selection={view === 'table' && can('online-session-disconnect') ? selection : undefined}
        bulkActions={
          <Button
            danger
            icon={<DisconnectOutlined aria-hidden />}
            onClick={() => open('ending', selection.rows)}
          >
            {t('action.disconnect')}
          </Button>
        }
        empty={{
          icon: <LinkOutlined aria-hidden />,
          title: t('empty.onlineTitle'),
          description: t('empty.onlineHelp'),
          action: null,
        }}
      />
      <Overlays overlays={overlays} onDone={selection.clear} />
    </>
  );
}
