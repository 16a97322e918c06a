import { KeyOutlined } from '@ant-design/icons';
import type { PasskeyRow } from '@jadegate/contract/identity/passkey';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PasskeyTable } from '../../../components/PasskeyTable.tsx';
import { useAccount, useCan } from '../../../hooks/account.ts';
import { passkeysOfUserQuery, useRemovePasskeyOf } from './user.queries.ts';

/** What a person signs in with instead of a password; whoever may edit people may take one away. */
export function UserPasskeysTab({ userId }: { userId: string }) {
  const { t } = useTranslation('passkey');
  const can = useCan();
  const account = useAccount();
  const { data, error, isFetching, refetch } = useQuery(passkeysOfUserQuery(userId));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  // One's own are removed in the personal centre, where another proof is asked for.
  const mayRemove = can('user-edit') && account?.id !== userId;
  return data.length === 0 ? (
    <EmptyState icon={<KeyOutlined aria-hidden />} title={t('none')} description={t('noneHelp')} />
  ) : (
    <PasskeyTable
      rows={data}
      renderActions={mayRemove ? (row) => <RemoveButton userId={userId} row={row} /> : undefined}
    />
  );
}

function RemoveButton({ userId, row: { id, name } }: { userId: string; row: PasskeyRow }) {
  const { t } = useTranslation('passkey');
  const { message } = App.useApp();
  const remove = useRemovePasskeyOf(userId);
  return (
    <ConfirmButton
      size="small"
      title={t('title.remove', { name })}
      consequence={t('help.removeOther')}
      confirmLabel={t('action.remove')}
      onConfirm={async () => {
        await remove.mutateAsync(id);
        void message.success(t('message.removed', { name }));
      }}
    >
      {t('action.remove')}
    </ConfirmButton>
  );
}
