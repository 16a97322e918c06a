import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { LoginPolicyRow } from '@jadegate/contract/identity/login-policy';
import type { User } from '@jadegate/contract/identity/user';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { policiesOfUserQuery, useUnbindPolicy } from './user.queries.ts';

const BindPolicyDrawer = lazy(async () => ({
  default: (await import('./BindPolicyDrawer.tsx')).BindPolicyDrawer,
}));

function BindPolicy({ userId, bound }: { userId: string; bound: readonly string[] }) {
  const { t } = useTranslation('user');
  const form = useOverlay<undefined>();
  return (
    <Can any={['login-policy-bind-user']}>
      <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={() => form.open(undefined)}>
        {t('action.bindPolicy')}
      </Button>
      {form.wasOpened && (
        <Suspense fallback={null}>
          <BindPolicyDrawer open={form.isOpen} userId={userId} bound={bound} onClose={form.close} />
        </Suspense>
      )}
    </Can>
  );
}

/** The login policies that count for a person, strongest first. */
export function UserPoliciesTab({ user }: { user: Pick<User, 'id' | 'nickname'> }) {
  const { t } = useTranslation('user');
  const can = useCan();
  const { message } = App.useApp();
  const { data, error, isFetching, refetch } = useQuery(policiesOfUserQuery(user.id));
  const removal = useOverlay<LoginPolicyRow>();
  const unbind = useUnbindPolicy(user.id);

  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const bind = <BindPolicy userId={user.id} bound={data.map(({ id }) => id)} />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<SafetyCertificateOutlined aria-hidden />}
        title={t('empty.policies.title')}
        description={t('empty.policies.help')}
        action={bind}
      />
    );
  }
  const name = removal.target?.name ?? '';
  const confirm = async () => {
    await unbind.mutateAsync(removal.target?.id ?? '');
    message.success(t('message.policyUnbound', { name }));
  };
  return (
    <>
      <div style={{ marginBottom: 12 }}>{bind}</div>
      <SmallTable
        dataSource={data}
        pagination={{ hideOnSinglePage: true, showSizeChanger: false, pageSize: 20 }}
        columns={[
          {
            key: 'name',
            title: t('field.policy'),
            render: (_value, row) => (
              <Can any={['login-policy-detail']} otherwise={row.name}>
                <Link to={`/login-policy/${row.id}`}>{row.name}</Link>
              </Can>
            ),
          },
          { key: 'priority', title: t('field.policyPriority'), dataIndex: 'priority', align: 'end' },
          {
            key: 'rule',
            title: t('field.policyRule'),
            render: (_value, { rule }) => (
              <StatusTag tone={rule === 'allow' ? 'success' : 'error'}>{t(`policyRule.${rule}`)}</StatusTag>
            ),
          },
          {
            key: 'ipGroup',
            title: t('field.policyAddresses'),
            render: (_value, { ipGroup }) => <Mono text={ipGroup} />,
          },
          {
            key: 'enabled',
            title: t('field.policyState'),
            render: (_value, { enabled }) => (
              <StatusTag tone={enabled ? 'success' : 'default'}>
                {t(enabled ? 'status.enabled' : 'status.disabled')}
              </StatusTag>
            ),
          },
          ...(can('user-unbind-login-policy')
            ? [
                {
                  key: 'actions',
                  title: t('field.actions'),
                  align: 'end' as const,
                  render: (_value: unknown, row: LoginPolicyRow) => (
                    <Button type="link" size="small" onClick={() => removal.open(row)}>
                      {t('action.unbindPolicy')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <ConfirmModal
        open={removal.isOpen}
        title={t('confirm.unbindPolicy.title', { name })}
        consequence={t('confirm.unbindPolicy.help', { nickname: user.nickname })}
        confirmLabel={t('action.unbindPolicy')}
        onConfirm={confirm}
        onClose={removal.close}
      />
    </>
  );
}
