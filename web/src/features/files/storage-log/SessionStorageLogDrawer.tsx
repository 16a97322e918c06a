import { FileTextOutlined } from '@ant-design/icons';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Typography } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { fileColumns } from './storage-log.columns.tsx';
import { storageLogsQuery } from './storage-log.queries.ts';

interface SessionStorageLogDrawerProps {
  open: boolean;
  sessionId: string;
  /** Whose session on what, for the title. */
  name: string;
  onClose: () => void;
}

const WIDTH = 900;
const SHOWN = Math.min(200, LIMITS.pageSize.max);

/** The files that went through one session. */
export function SessionStorageLogDrawer({ open, sessionId, name, onClose }: SessionStorageLogDrawerProps) {
  const { t } = useTranslation('storage-log');
  return (
    <Drawer
      open={open}
      size={WIDTH}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={t('title.session', { name })}
      onClose={onClose}
      destroyOnHidden
    >
      <Files sessionId={sessionId} />
    </Drawer>
  );
}

function Files({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('storage-log');
  const { data, error, isFetching, refetch } = useQuery({
    ...storageLogsQuery({ pageIndex: 1, pageSize: SHOWN, sessionId, order: 'ascend' }),
    meta: { errors: 'caller' },
  });
  const columns = useMemo(
    () =>
      fileColumns(t).map(({ key, title, numeric, render }) => ({
        key,
        title,
        ...(numeric === true && { align: 'right' as const }),
        render: (_value: unknown, row: Parameters<typeof render>[0]) => render(row),
      })),
    [t],
  );
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (data.total === 0) {
    return (
      <EmptyState
        icon={<FileTextOutlined aria-hidden />}
        title={t('empty.sessionTitle')}
        description={t('empty.sessionHelp')}
      />
    );
  }
  return (
    <Flex vertical gap={12}>
      <SmallTable columns={columns} dataSource={data.items} />
      {data.total > data.items.length && (
        <Typography.Text type="secondary">{t('help.cut', { count: data.items.length })}</Typography.Text>
      )}
      <Link to={`/storage-log?sessionId=${encodeURIComponent(sessionId)}`}>{t('action.openInLog')}</Link>
    </Flex>
  );
}
