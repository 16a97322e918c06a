import { FileOutlined, FolderFilled, LinkOutlined } from '@ant-design/icons';
import { parentPath, showName } from '@jadegate/contract/files/file-path';
import { FILE_SORT_FIELDS, type FileEntry } from '@jadegate/contract/files/files';
import { Button, ConfigProvider, Flex, Table, theme, Typography, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import { useElementWidth } from '../../hooks/useElementWidth.ts';
import { RowActions, type RowAction } from '../RowActions.tsx';
import { TimeText } from '../TimeText.tsx';
import { opensAsFolder, type Sort } from './file-list.ts';
import { PAGE_SIZE } from './useFolderView.ts';

interface FileTableProps {
  entries: readonly FileEntry[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  selected: readonly string[];
  onSelect: (paths: string[]) => void;
  onOpen: (entry: FileEntry) => void;
  actionsFor: (entry: FileEntry) => RowAction[];
  isLoading: boolean;
  /** Files have owners and permissions as Unix has them. */
  hasOwners: boolean;
  /** From several folders: each with the folder it lies in. */
  isFound?: boolean;
  /** The entries are one page of more; without it, all of them are there. */
  paging?: { page: number; total: number; onPage: (page: number) => void } | undefined;
}

const NARROW = 560;
const WITH_MODE = 700;
const WITH_OWNER = 820;

/** The entries of one folder. A name is a button, so that everything can be reached without a mouse. */
export function FileTable(props: FileTableProps) {
  const {
    entries,
    sort,
    onSort,
    selected,
    onSelect,
    onOpen,
    actionsFor,
    isLoading,
    hasOwners,
    isFound,
    paging,
  } = props;
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  // Its own width decides, not that of the window: it stands in panels of any width.
  const { ref, width = Number.POSITIVE_INFINITY } = useElementWidth<HTMLDivElement>();
  const isNarrow = width < NARROW;
  const sorted = (field: Sort['field']) => ({
    sorter: true,
    sortOrder: sort.field === field ? (sort.isDescending ? ('descend' as const) : ('ascend' as const)) : null,
  });
  const columns: TableColumnType<FileEntry>[] = [
    {
      key: 'name',
      title: t('column.name'),
      ...sorted('name'),
      render: (_, entry) => (
        <Flex gap={8} align={isNarrow ? 'baseline' : 'center'}>
          <EntryIcon
            entry={entry}
            colour={opensAsFolder(entry) ? token.colorPrimary : token.colorTextTertiary}
          />
          <div>
            <Button
              type="link"
              size="small"
              style={{
                padding: 0,
                height: 'auto',
                color: token.colorText,
                whiteSpace: 'normal',
                textAlign: 'start',
              }}
              data-path={entry.path}
              onClick={() => onOpen(entry)}
            >
              <span style={{ overflowWrap: 'anywhere' }}>{showName(entry.name)}</span>
            </Button>
            {isFound === true && (
              <div
                style={{
                  color: token.colorTextSecondary,
                  fontSize: token.fontSizeSM,
                  overflowWrap: 'anywhere',
                }}
              >
                {showName(parentPath(entry.path))}
              </div>
            )}
            {isNarrow && (
              <div style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
                {sizeOf(entry)} <TimeText value={entry.modTime} />
              </div>
            )}
          </div>
        </Flex>
      ),
    },
    {
      key: 'size',
      title: t('column.size'),
      width: 110,
      align: 'end',
      hidden: isNarrow,
      ...sorted('size'),
      render: (_, entry) => sizeOf(entry),
    },
    {
      key: 'modTime',
      title: t('column.modTime'),
      width: 130,
      hidden: isNarrow,
      ...sorted('modTime'),
      render: (_, entry) => <TimeText value={entry.modTime} />,
    },
    {
      key: 'mode',
      title: t('column.mode'),
      width: 120,
      hidden: !hasOwners || width < WITH_MODE,
      render: (_, entry) => <Typography.Text code>{entry.mode}</Typography.Text>,
    },
    {
      key: 'owner',
      title: t('column.owner'),
      width: 130,
      ellipsis: true,
      hidden: !hasOwners || width < WITH_OWNER,
      render: (_, entry) => <span title={ownersOf(entry)}>{ownersOf(entry)}</span>,
    },
    {
      key: 'actions',
      title: t('column.actions'),
      width: 120,
      align: 'end',
      render: (_, entry) => <RowActions name={showName(entry.name)} actions={actionsFor(entry)} />,
    },
  ];
  return (
    // A folder is always sorted by some column, so that column is not coloured; all have the colour of the panel.
    <ConfigProvider
      theme={{
        components: {
          Table: { bodySortBg: token.colorBgElevated, colorBgContainer: token.colorBgElevated },
        },
      }}
    >
      <div ref={ref}>
        <Table<FileEntry>
          size="small"
          rowKey="path"
          columns={columns}
          dataSource={entries}
          loading={isLoading}
          pagination={{
            pageSize: PAGE_SIZE,
            hideOnSinglePage: true,
            showSizeChanger: false,
            ...(paging && { current: paging.page, total: paging.total, onChange: paging.onPage }),
          }}
          rowSelection={{
            selectedRowKeys: [...selected],
            onChange: (keys) => onSelect(keys.map(String)),
            getTitleCheckboxProps: () => ({
              'aria-label': t('selectPage', { count: entries.length }),
              title: t('selectPage', { count: entries.length }),
            }),
            getCheckboxProps: (entry) => ({ 'aria-label': t('select', { name: showName(entry.name) }) }),
          }}
          onRow={(entry) => ({ onDoubleClick: () => onOpen(entry) })}
          onChange={(_page, _filters, sorter, { action }) => {
            if (action !== 'sort') {
              return;
            }
            const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
            const field = FILE_SORT_FIELDS.find((name) => name === columnKey);
            // The third click would mean no order at all, which a folder does not have.
            onSort({ field: field ?? 'name', isDescending: order === 'descend' });
          }}
        />
      </div>
    </ConfigProvider>
  );
}

/** What a folder takes is not known without going through it. */
function sizeOf({ isDir, isLink, size }: FileEntry): string {
  return isDir || isLink ? '' : formatSize(size);
}

/** By name where the target says it, by number where it does not. */
function ownersOf({ owner, group, uid, gid }: FileEntry): string {
  return `${showName(owner) || uid} : ${showName(group) || gid}`;
}

function EntryIcon({ entry, colour }: { entry: FileEntry; colour: string }) {
  const Icon = entry.isLink ? LinkOutlined : entry.isDir ? FolderFilled : FileOutlined;
  return <Icon aria-hidden style={{ color: colour }} />;
}
