import { IdcardOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SshTicketTable } from '../../../components/ssh/SshTicketTable.tsx';
import { NewTicketModal, type MadeTicket } from './NewTicketModal.tsx';
import { ownSshTicketsQuery, ticketDoorQuery, useRevokeSshTicket } from './ssh-ticket.queries.ts';
import { SshTicketDrawer } from './SshTicketDrawer.tsx';

/** What one's programs connect with by SSH: made here, shown once, revoked here. */
export function SshTicketTab() {
  const { t } = useTranslation('ssh-ticket');
  const { token } = theme.useToken();
  const { data, error, refetch, isFetching } = useQuery(ownSshTicketsQuery());
  const { data: door } = useQuery(ticketDoorQuery());
  const revoke = useRevokeSshTicket();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<MadeTicket>();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('action.add')}
    </Button>
  );
  return (
    <Flex vertical gap={token.margin}>
      {door?.isEnabled === false && <Alert type="info" showIcon title={t('noDoor')} />}
      {data.length === 0 ? (
        <EmptyState
          icon={<IdcardOutlined aria-hidden />}
          title={t('empty.title')}
          description={t('empty.help')}
          action={add}
        />
      ) : (
        <>
          <Flex justify="space-between" align="flex-start" gap={token.margin} wrap>
            <div style={{ flex: 1, minWidth: 260, maxWidth: 720, color: token.colorTextSecondary }}>
              {t('help.list')}
            </div>
            {add}
          </Flex>
          <SshTicketTable rows={data} onRevoke={(id) => revoke.mutateAsync(id)} />
        </>
      )}
      <SshTicketDrawer open={isAdding} onClose={() => setIsAdding(false)} onMade={setMade} />
      {/* Gone at once when it is closed: a dialog that fades away would keep the ticket until then. */}
      {made && <NewTicketModal made={made} door={door} onClose={() => setMade(undefined)} />}
    </Flex>
  );
}
