import { IMPORTED_AT_ONCE, type DirectoryPerson } from '@jadegate/contract/identity/directory';
import type { IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Drawer, Flex, Input, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { LoadState } from '../../../components/LoadState.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { directoryPeopleQuery, useImportFromDirectory } from './directory.queries.ts';
import { DirectoryPeopleTable } from './DirectoryPeopleTable.tsx';

/** Picks people of a directory, who become users before they have ever come. */
export function DirectoryImportDrawer({ open, target, onClose }: OverlayProps<IdentitySourceRow>) {
  const { t } = useTranslation('identity-source');
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('import.title', { name: target?.name ?? '' })}
      size={960}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      destroyOnHidden
    >
      {target && <Content id={target.id} />}
    </Drawer>
  );
}

function Content({ id }: { id: string }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState<string[]>([]);
  const { data, error, isFetching, refetch } = useQuery(directoryPeopleQuery(id, keyword));
  const bring = useImportFromDirectory();
  const handleImport = async () => {
    const { created } = await bring.mutateAsync({ id, subjects: picked });
    setPicked([]);
    void message.success(t('message.imported', { count: created }));
  };
  return (
    <Flex vertical gap={token.margin}>
      <div style={{ color: token.colorTextSecondary }}>{t('import.help')}</div>
      <Flex gap={token.marginSM} wrap>
        <Input.Search
          autoFocus
          allowClear
          aria-label={t('import.search')}
          placeholder={t('import.search')}
          onSearch={(text) => setKeyword(text.trim())}
          loading={isFetching}
          style={{ flex: 1, minWidth: 240 }}
        />
        <Button
          type="primary"
          disabled={picked.length === 0}
          loading={bring.isPending}
          onClick={() => void handleImport().catch(() => undefined)}
        >
          {t('action.importPicked', { count: picked.length })}
        </Button>
      </Flex>
      {bring.error !== null && (
        <Alert type="error" showIcon title={readFailure(bring.error).message} role="alert" />
      )}
      {bring.data !== undefined && bring.data.refused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.refused', { count: bring.data.refused.length })}
          description={bring.data.refused.map(({ name, reason }) => (
            <div key={name}>
              {name}：{reason}
            </div>
          ))}
        />
      )}
      {data === undefined ? (
        <LoadState {...{ error, isFetching, refetch }} rows={6} />
      ) : (
        <DirectoryPeopleTable
          people={data.people}
          rowSelection={{
            selectedRowKeys: picked,
            preserveSelectedRowKeys: true,
            onChange: (keys) => setPicked(keys.map(String).slice(0, IMPORTED_AT_ONCE)),
            getCheckboxProps: ({ outcome, state, username }: DirectoryPerson) => ({
              disabled: outcome === 'known' || state !== 'active',
              'aria-label': username,
            }),
          }}
        />
      )}
      {data?.isCut === true && <div style={{ color: token.colorTextSecondary }}>{t('import.more')}</div>}
    </Flex>
  );
}
