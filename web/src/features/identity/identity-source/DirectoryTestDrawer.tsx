import type { IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import { Alert, Drawer, Flex, Input, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useTestDirectory } from './directory.queries.ts';
import { SourceTestResult } from './SourceTestResult.tsx';

/** What a directory says of somebody, and what it would give. */
export function DirectoryTestDrawer({ open, target, onClose }: OverlayProps<IdentitySourceRow>) {
  const { t } = useTranslation('identity-source');
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('test.titleOf', { name: target?.name ?? '' })}
      size={720}
      destroyOnHidden
    >
      {target && <Content id={target.id} />}
    </Drawer>
  );
}

function Content({ id }: { id: string }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const [username, setUsername] = useState('');
  const { mutate, data, error, isPending } = useTestDirectory();
  return (
    <Flex vertical gap={token.margin}>
      <div style={{ color: token.colorTextSecondary }}>{t('test.directoryHelp')}</div>
      <Input.Search
        autoFocus
        aria-label={t('test.account')}
        placeholder={t('test.account')}
        enterButton={t('action.look')}
        loading={isPending}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        onSearch={() => username.trim() !== '' && mutate({ id, username })}
      />
      {error !== null && <Alert type="error" showIcon title={readFailure(error).message} role="alert" />}
      {data !== undefined && error === null && <SourceTestResult test={data} />}
    </Flex>
  );
}
