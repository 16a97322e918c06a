import { UserChange, type User } from '@jadegate/contract/identity/user';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { useAccount } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { userQuery, useUpdateUser } from './user.queries.ts';
import { UserFields } from './UserFields.tsx';

function toInput({ username, nickname, type, roles, mail }: User): UserChange {
  return { username, nickname, type, roles, mail };
}

export function UserEditDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const account = useAccount();
  const update = useUpdateUser();
  const { data, error, isFetching, isSuccess, refetch } = useQuery({ ...userQuery(id ?? ''), enabled: open });

  const save = async (input: UserChange) => {
    if (id !== undefined) {
      const roles = input.type === 'admin' ? input.roles : [];
      await update.mutateAsync({ id, body: { ...input, roles } });
      message.success(t('message.saved', { name: input.nickname }));
    }
  };

  return (
    <FormDrawer
      open={open}
      title={t('title.edit')}
      schema={UserChange}
      // Not what an earlier look left in the cache: somebody else may have changed it since.
      initial={isSuccess && !isFetching ? toInput(data) : undefined}
      loadError={error}
      onRetry={() => void refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <UserFields isSelf={id !== undefined && id === account?.id} />
    </FormDrawer>
  );
}
