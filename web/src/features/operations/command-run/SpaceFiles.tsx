import { FileOutlined, FolderFilled } from '@ant-design/icons';
import { parentPath, showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import type { VisibleStorage } from '@jadegate/contract/files/storage';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Select, theme, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { opensAsFolder } from '../../../components/files/file-list.ts';
import { PathBar } from '../../../components/files/PathBar.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { formatSize } from '../../../format/size.ts';
import { SPACE_PAGE, spaceFolderQuery, type ChosenFile } from './command-run.queries.ts';

interface SpaceFilesProps {
  spaces: readonly VisibleStorage[];
  value: ChosenFile;
  onChange: (chosen: ChosenFile) => void;
}

const HEIGHT = 260;

/** One file of the spaces that somebody sees. */
export function SpaceFiles({ spaces, value, onChange }: SpaceFilesProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const id = useId();
  const [spaceId, setSpaceId] = useState(value.storageId);
  const [dir, setDir] = useState(value.file === '' ? '/' : parentPath(value.file));
  const space = spaces.find((one) => one.id === spaceId) ?? spaces[0];
  const [page, setPage] = useState(1);
  const folder = useQuery({
    ...spaceFolderQuery(space?.id ?? '', dir, page),
    enabled: space !== undefined,
  });
  const go = (path: string) => {
    setDir(path);
    setPage(1);
  };
  const open = (entry: FileEntry) => {
    if (opensAsFolder(entry)) {
      go(entry.path);
    } else if (space) {
      onChange({ storageId: space.id, file: entry.path });
    }
  };
  return (
    <Flex vertical gap={token.marginXS}>
      {spaces.length > 1 && (
        <Select
          id={id}
          aria-label={t('field.space')}
          value={space?.id}
          options={spaces.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(next: string) => {
            setSpaceId(next);
            go('/');
          }}
        />
      )}
      <PathBar
        path={dir}
        home="/"
        isLoading={folder.isFetching}
        onGo={go}
        onRefresh={() => void folder.refetch()}
      />
      {folder.isError ? (
        <LoadState {...folder} />
      ) : (
        <SmallTable<FileEntry>
          rowKey="path"
          loading={folder.isPending}
          dataSource={folder.data?.items ?? []}
          pagination={{
            size: 'small',
            current: page,
            pageSize: SPACE_PAGE,
            total: folder.data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
          }}
          scroll={{ y: HEIGHT }}
          locale={{ emptyText: t('file.empty') }}
          columns={[
            {
              key: 'name',
              title: t('column.file'),
              render: (_, entry) => (
                <Button
                  type="link"
                  size="small"
                  icon={opensAsFolder(entry) ? <FolderFilled aria-hidden /> : <FileOutlined aria-hidden />}
                  style={{ padding: 0, whiteSpace: 'normal', height: 'auto', textAlign: 'start' }}
                  onClick={() => open(entry)}
                >
                  <Typography.Text strong={entry.path === value.file && space?.id === value.storageId}>
                    {showName(entry.name)}
                  </Typography.Text>
                </Button>
              ),
            },
            {
              key: 'size',
              title: t('column.size'),
              render: (_, entry) => (opensAsFolder(entry) ? '—' : formatSize(entry.size)),
            },
          ]}
        />
      )}
    </Flex>
  );
}
