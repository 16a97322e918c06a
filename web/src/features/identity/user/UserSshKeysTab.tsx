import { KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SshKeyTable } from '../../../components/SshKeyTable.tsx';
import { useCan } from '../../../hooks/account.ts';
import { sshKeysOfUserQuery, useRemoveSshKeyOf } from './user.queries.ts';

/** What a person signs in with at SSH clients; whoever may edit people may take a key away. */
export function UserSshKeysTab({ userId }: { userId: string }) {
  const { t } = useTranslation('user');
  const can = useCan();
  const { data, error, isFetching, refetch } = useQuery(sshKeysOfUserQuery(userId));
  const remove = useRemoveSshKeyOf(userId);
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return data.length === 0 ? (
    <EmptyState
      icon={<KeyOutlined aria-hidden />}
      title={t('empty.keys.title')}
      description={t('empty.keys.help')}
    />
  ) : (
    <SshKeyTable rows={data} onDelete={can('user-edit') ? (keyId) => remove.mutateAsync(keyId) : undefined} />
  );
}
