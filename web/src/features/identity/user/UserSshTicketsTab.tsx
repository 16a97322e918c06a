import { IdcardOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SshTicketTable } from '../../../components/ssh/SshTicketTable.tsx';
import { useCan } from '../../../hooks/account.ts';
import { sshTicketsOfUserQuery, useRevokeSshTicketOf } from './user.queries.ts';

/** What programs of a person connect with by SSH; whoever may edit people may revoke it. */
export function UserSshTicketsTab({ userId }: { userId: string }) {
  const { t } = useTranslation('ssh-ticket');
  const can = useCan();
  const { data, error, isFetching, refetch } = useQuery(sshTicketsOfUserQuery(userId));
  const revoke = useRevokeSshTicketOf(userId);
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return data.length === 0 ? (
    <EmptyState
      icon={<IdcardOutlined aria-hidden />}
      title={t('emptyOther.title')}
      description={t('emptyOther.help')}
    />
  ) : (
    <SshTicketTable
      rows={data}
      onRevoke={can('user-edit') ? (ticketId) => revoke.mutateAsync(ticketId) : undefined}
    />
  );
}
