import type { ImportPreview, ImportRow, ImportState } from '@jadegate/contract/import';
import { IMPORT_STATES } from '@jadegate/contract/import';
import { Checkbox, Flex, Table, theme, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { boxedTable } from '../list/useOneTable.ts';
import { StatusTag } from '../StatusTag.tsx';

interface ImportPreviewTableProps {
  preview: ImportPreview;
  columnLabel: (column: string) => string;
}

const TONES = { new: 'success', exists: 'default', duplicate: 'warning', invalid: 'error' } as const;
const PAGE_SIZE = 50;
const LINE_WIDTH = 72;
const BOX = boxedTable('45vh');

/** Every row of the file with what would become of it, and what is wrong at the cell where it is wrong. */
export function ImportPreviewTable({ preview, columnLabel }: ImportPreviewTableProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const [onlyWrong, setOnlyWrong] = useState(false);
  // One line of a file may stand for many rows, so the line alone does not name one.
  const keyed = useMemo(() => preview.rows.map((row, key) => ({ ...row, key })), [preview.rows]);
  const rows = onlyWrong ? keyed.filter(({ state }) => state !== 'new') : keyed;

  return (
    <Flex vertical gap={token.marginSM}>
      <Flex justify="space-between" align="center" gap={token.marginXS} wrap>
        <Flex gap={token.marginXS} wrap>
          {IMPORT_STATES.filter((state) => preview.counts[state] > 0).map((state) => (
            <StatusTag key={state} tone={TONES[state]}>
              {t('import.count', { state: t(`import.state.${state}`), count: preview.counts[state] })}
            </StatusTag>
          ))}
        </Flex>
        <Checkbox checked={onlyWrong} onChange={(event) => setOnlyWrong(event.target.checked)}>
          {t('import.onlyWrong')}
        </Checkbox>
      </Flex>
      {preview.hidden !== undefined && (
        <Typography.Text type="secondary">{t('import.hidden', { count: preview.hidden })}</Typography.Text>
      )}
      <Table<ImportRow & { key: number }>
        size="small"
        rowKey="key"
        dataSource={rows}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        {...BOX}
        columns={[
          { key: 'line', title: t('import.line'), width: LINE_WIDTH, render: (_value, { line }) => line },
          {
            key: 'state',
            title: t('import.result'),
            render: (_value, { state }) => <State state={state} />,
          },
          ...preview.columns.map((column) => ({
            key: column,
            title: columnLabel(column),
            render: (_value: unknown, row: ImportRow) => <Cell row={row} column={column} />,
          })),
        ]}
      />
    </Flex>
  );
}

function State({ state }: { state: ImportState }) {
  const { t } = useTranslation('parts');
  return <StatusTag tone={TONES[state]}>{t(`import.state.${state}`)}</StatusTag>;
}

function Cell({ row, column }: { row: ImportRow; column: string }) {
  const problems = row.errors.filter(({ field }) => field === column);
  return (
    <Flex vertical>
      <span>{row.cells[column]}</span>
      {problems.map(({ message }) => (
        <Typography.Text key={message} type={row.state === 'exists' ? 'secondary' : 'danger'}>
          <small>{message}</small>
        </Typography.Text>
      ))}
      {(row.warnings ?? [])
        .filter(({ field }) => field === column)
        .map(({ message }) => (
          <Typography.Text key={message} type="warning">
            <small>{message}</small>
          </Typography.Text>
        ))}
    </Flex>
  );
}
