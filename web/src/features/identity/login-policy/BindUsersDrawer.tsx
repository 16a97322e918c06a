import type { LoginPolicy } from '@jadegate/contract/identity/login-policy';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Drawer, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ErrorState } from '../../../components/ErrorState.tsx';
import { readFailure } from '../../../components/failure.ts';
import { SearchBox } from '../../../components/list/SearchBox.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { boundUserIdsQuery, peopleQuery, useBindUsers } from './login-policy.queries.ts';

interface BindUsersDrawerProps {
  open: boolean;
  policy: LoginPolicy;
  onClose: () => void;
}

const WIDTH = 960;
const PAGE_SIZE = 20;

/** Binds a policy to people, chosen from everybody. */
export function BindUsersDrawer({ open, policy, onClose }: BindUsersDrawerProps) {
  const { t } = useTranslation('login-policy');
  return (
    <Drawer
      open={open}
      size={WIDTH}
      title={t('title.bind', { name: policy.name })}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
      destroyOnHidden
    >
      <BindUsers policy={policy} onBound={onClose} />
    </Drawer>
  );
}

function BindUsers({ policy, onBound }: { policy: LoginPolicy; onBound: () => void }) {
  const { t } = useTranslation('login-policy');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<string[]>([]);
  const bind = useBindUsers(policy.id);

  const handleBind = () => {
    bind.mutate(chosen, {
      onSuccess: () => {
        message.success(t('message.bound', { count: chosen.length }));
        onBound();
      },
    });
  };

  return (
    <Flex vertical gap={token.margin}>
      {bind.error !== null && (
        <Alert type="error" role="alert" showIcon title={readFailure(bind.error).message} />
      )}
      <PeopleTable policyId={policy.id} chosen={chosen} onChoose={setChosen} />
      <Flex justify="flex-end">
        <Button type="primary" disabled={chosen.length === 0} loading={bind.isPending} onClick={handleBind}>
          {t('action.bindChosen', { count: chosen.length })}
        </Button>
      </Flex>
    </Flex>
  );
}

interface PeopleTableProps {
  policyId: string;
  chosen: string[];
  onChoose: (ids: string[]) => void;
}

function PeopleTable({ policyId, chosen, onChoose }: PeopleTableProps) {
  const { t } = useTranslation('login-policy');
  const [keyword, setKeyword] = useState('');
  const [pageIndex, setPageIndex] = useState(1);
  const bound = useQuery(boundUserIdsQuery(policyId));
  const people = useQuery({
    ...peopleQuery({ pageIndex, pageSize: PAGE_SIZE, keyword: keyword || undefined }),
    placeholderData: keepPreviousData,
  });
  const error = people.error ?? bound.error;
  if (error !== null) {
    const retry = () => void Promise.all([people.refetch(), bound.refetch()]);
    return <ErrorState error={error} onRetry={retry} isRetrying={people.isFetching || bound.isFetching} />;
  }

  const search = (text: string) => {
    setKeyword(text);
    setPageIndex(1);
  };
  const isBound = (id: string) => bound.data?.includes(id) ?? true;

  return (
    <>
      <SearchBox value={keyword} placeholder={t('placeholder.searchUser')} onSearch={search} />
      <SmallTable
        loading={people.isPending || bound.isPending}
        dataSource={people.data?.items}
        rowSelection={{
          selectedRowKeys: chosen,
          preserveSelectedRowKeys: true,
          onChange: (keys) => onChoose(keys.map(String)),
          getCheckboxProps: ({ id, nickname }) => ({ disabled: isBound(id), 'aria-label': nickname }),
        }}
        pagination={{
          current: pageIndex,
          pageSize: PAGE_SIZE,
          total: people.data?.total,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: setPageIndex,
        }}
        columns={[
          { key: 'username', title: t('field.username'), dataIndex: 'username' },
          { key: 'nickname', title: t('field.nickname'), dataIndex: 'nickname' },
          { key: 'mail', title: t('field.mail'), render: (_value, { mail }) => mail || '—' },
          {
            key: 'bound',
            title: t('field.bound'),
            render: (_value, { id }) => (bound.data?.includes(id) === true ? t('status.bound') : '—'),
          },
        ]}
      />
    </>
  );
}
