import { DisconnectOutlined, LinkOutlined } from '@ant-design/icons';
import { PROTOCOLS } from '@jadegate/contract/asset-attributes';
import type { SessionRow } from '@jadegate/contract/session';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../components/lazyOverlays.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { protocolLabel } from '../../components/ProtocolTag.tsx';
import { useCan } from '../../hooks/account.ts';
import { OnlineRowActions } from './OnlineRowActions.tsx';
import { onlineColumns } from './session.columns.tsx';
import { onlineSessionsQuery, SessionListQuery } from './session.queries.ts';
import { useOnlineOverlays } from './useSessionOverlays.ts';

const Overlays = lazyOverlays(async () => (await import('./SessionOverlays.tsx')).OnlineSessionOverlays);

/** Who is connected where right now. */
export function OnlineSessionPage() {
  const { t } = useTranslation('session');
  const can = useCan();
  const selection = useSelection<SessionRow>();
  const overlays = useOnlineOverlays();
  const { message, ending, person } = overlays;

  const columns = useMemo(
    () =>
      onlineColumns(t, (row) => (
        <OnlineRowActions
          row={row}
          onMessage={message.open}
          onDisconnect={ending.open}
          onDisconnectPerson={person.open}
        />
      )),
    [t, message.open, ending.open, person.open],
  );

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
        search={{ name: 'userName', placeholder: t('placeholder.user') }}
        filters={[
          { kind: 'text', name: 'assetName', label: t('placeholder.asset') },
          { kind: 'text', name: 'clientIp', label: t('placeholder.clientIp') },
          {
            name: 'protocol',
            label: t('field.protocol'),
            options: PROTOCOLS.map((value) => ({ value, label: protocolLabel(value) })),
          },
        ]}
        selection={can('online-session-disconnect') ? selection : undefined}
        bulkActions={
          <Button
            danger
            icon={<DisconnectOutlined aria-hidden />}
            onClick={() => ending.open(selection.rows)}
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
