import { KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SshKeyTable } from '../../../components/SshKeyTable.tsx';
import { ownSshKeysQuery, useRemoveSshKey } from './account.queries.ts';
import { SshKeyDrawer } from './SshKeyDrawer.tsx';

/** The public keys one signs in with at SSH clients. */
export function SshKeyTab() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const { data, error, refetch, isFetching } = useQuery(ownSshKeysQuery());
  const remove = useRemoveSshKey();
  const [isAdding, setIsAdding] = useState(false);
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('action.addKey')}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          icon={<KeyOutlined aria-hidden />}
          title={t('empty.keys.title')}
          description={t('empty.keys.help')}
          action={add}
        />
      ) : (
        <Flex vertical gap={token.margin}>
          <Flex justify="space-between" align="flex-start" gap={token.margin} wrap>
            <div style={{ flex: 1, minWidth: 260, maxWidth: 720, color: token.colorTextSecondary }}>
              {t('help.keys')}
            </div>
            {add}
          </Flex>
          <SshKeyTable rows={data} onDelete={(id) => remove.mutateAsync(id)} />
        </Flex>
      )}
      <SshKeyDrawer open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}
