import { PlusOutlined, TeamOutlined } from '@ant-design/icons';
import type { LoginPolicy } from '@jadegate/contract/identity/login-policy';
import type { UserRow } from '@jadegate/contract/identity/user';
import { App, Button, Flex, theme } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { ListView } from '../../../components/list/ListView.tsx';
import { useList } from '../../../components/list/useList.ts';
import { RowActions } from '../../../components/RowActions.tsx';
import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';
import { BindUsersDrawer } from './BindUsersDrawer.tsx';
import { boundUserColumns } from './bound-user.columns.tsx';
import { BoundUserQuery, boundUsersQuery, useUnbindUsers } from './login-policy.queries.ts';

/** The people a policy is bound to. */
export function BoundUsersTab({ policy }: { policy: LoginPolicy }) {
  const { t } = useTranslation('login-policy');
  const { token } = theme.useToken();
  const binding = useOverlay<string>();
  const unbinding = useOverlay<UserRow>();
  const bind = (
    <Can any={['login-policy-bind-user']}>
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => binding.open(policy.id)}>
        {t('action.bind')}
      </Button>
    </Can>
  );
  return (
    <Flex vertical gap={token.margin}>
      <BoundUsers policy={policy} bind={bind} onUnbind={unbinding.open} />
      {binding.wasOpened && <BindUsersDrawer open={binding.isOpen} policy={policy} onClose={binding.close} />}
      <UnbindModal policy={policy} overlay={unbinding} />
    </Flex>
  );
}

interface BoundUsersProps {
  policy: LoginPolicy;
  bind: ReactNode;
  onUnbind: (person: UserRow) => void;
}

function BoundUsers({ policy, bind, onUnbind }: BoundUsersProps) {
  const { t } = useTranslation('login-policy');
  const { state, result } = useList({
    schema: BoundUserQuery,
    read: (query: BoundUserQuery) => boundUsersQuery(policy.id, query),
  });
  const { data, error, isFetching, refetch } = result;
  const columns = useMemo(
    () =>
      boundUserColumns(t, (person) => (
        <RowActions
          name={person.nickname}
          actions={[
            {
              key: 'unbind',
              label: t('action.unbind'),
              danger: true,
              access: ['login-policy-unbind-user'],
              onClick: () => onUnbind(person),
            },
          ]}
        />
      )),
    [t, onUnbind],
  );
  if (data === undefined && error !== null) {
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data?.total === 0 && !state.isFiltered) {
    return (
      <EmptyState
        icon={<TeamOutlined aria-hidden />}
        title={t('empty.bound.title')}
        description={t('empty.bound.help')}
        action={bind}
      />
    );
  }
  return (
    <>
      <Flex justify="flex-end">{bind}</Flex>
      <ListView
        name="login-policy-user"
        columns={columns}
        nameOf={({ nickname }) => nickname}
        search={{ name: 'keyword', placeholder: t('placeholder.searchUser') }}
        filters={[]}
        state={state}
        result={result}
      />
    </>
  );
}

function UnbindModal({ policy, overlay }: { policy: LoginPolicy; overlay: Overlay<UserRow> }) {
  const { t } = useTranslation('login-policy');
  const { message } = App.useApp();
  const unbind = useUnbindUsers(policy.id);
  const person = overlay.target;
  const nickname = person?.nickname ?? '';
  const handleConfirm = async () => {
    await unbind.mutateAsync(person === undefined ? [] : [person.id]);
    message.success(t('message.unbound', { nickname }));
  };
  return (
    <ConfirmModal
      open={overlay.isOpen}
      title={t('confirm.unbind.title', { nickname })}
      consequence={t('confirm.unbind.help', { name: policy.name })}
      confirmLabel={t('action.unbind')}
      onConfirm={handleConfirm}
      onClose={overlay.close}
    />
  );
}
