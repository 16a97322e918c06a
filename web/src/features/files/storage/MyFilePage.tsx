import type { VisibleStorage } from '@jadegate/contract/files/storage';
import { useQuery } from '@tanstack/react-query';
import { Flex, Skeleton, Tabs, theme } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { ownStoragesQuery } from './storage.queries.ts';
import { UsageBar } from './UsageBar.tsx';

const StorageBrowser = lazy(async () => ({ default: (await import('./StorageBrowser.tsx')).StorageBrowser }));
const SPACE = 'space';

/** One's own files, and those that others share. */
export function MyFilePage({ title }: { title: string }) {
  const { t } = useTranslation('storage');
  const { token } = theme.useToken();
  const spaces = useQuery(ownStoragesQuery());
  const [search, setSearch] = useSearchParams();
  const all = spaces.data ?? [];
  const chosen = all.find(({ id }) => id === search.get(SPACE)) ?? all[0];
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader
        title={title}
        description={t('title.ownDescription')}
        action={chosen && <UsageBar used={chosen.usedSize} limit={chosen.limitSize} />}
      />
      {!spaces.isSuccess && <LoadState {...spaces} rows={8} />}
      {spaces.isSuccess && !chosen && <EmptyState title={t('own.none')} description={t('own.noneHelp')} />}
      {chosen && (
        <div
          style={{
            padding: token.padding,
            background: token.colorBgElevated,
            borderRadius: token.borderRadiusLG,
          }}
        >
          {all.length > 1 && (
            <Tabs
              activeKey={chosen.id}
              onChange={(id) => setSearch({ [SPACE]: id })}
              items={all.map((space) => ({ key: space.id, label: <SpaceName space={space} /> }))}
            />
          )}
          <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
            <StorageBrowser id={chosen.id} access={chosen.access} />
          </Suspense>
        </div>
      )}
    </Flex>
  );
}

/** A space that somebody else shares says whose it is, and when it is only to be read. */
function SpaceName({ space: { name, access, ownerName } }: { space: VisibleStorage }) {
  const { t } = useTranslation('storage');
  return (
    <Flex gap={8} align="center">
      {name}
      {access !== 'owner' && (
        <StatusTag>
          {access === 'read'
            ? t('own.sharedRead', { name: ownerName || '—' })
            : t('own.shared', { name: ownerName || '—' })}
        </StatusTag>
      )}
    </Flex>
  );
}
