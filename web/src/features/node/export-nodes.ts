import type { NodeQuery, NodeRow } from '@jadegate/contract/node';
import { listNodes } from '@jadegate/contract/node-endpoints';
import type { TFunction } from 'i18next';

import { call } from '../../api/call.ts';
import { csvText } from '../../components/csv-text.ts';
import { saveText } from '../../components/save-text.ts';
import { placeOf } from './node-words.ts';

const PAGE_SIZE = 200;

/** Saves what the filters of the list match as a file for spreadsheet programs. Answers how many. */
export async function exportNodes(query: NodeQuery, t: TFunction<'node'>): Promise<number> {
  const rows: NodeRow[] = [];
  for (let pageIndex = 1, total = 1; rows.length < total; pageIndex++) {
    const page = await call(listNodes, { query: { ...query, pageIndex, pageSize: PAGE_SIZE } });
    rows.push(...page.items);
    total = page.items.length === 0 ? 0 : page.total;
  }
  const columns = columnsOf(t);
  const table = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  saveText('nodes.csv', csvText(table));
  return rows.length;
}

function columnsOf(t: TFunction<'node'>): [string, (row: NodeRow) => string][] {
  const figure = (value: number | null | undefined) => value?.toString() ?? '';
  return [
    [t('field.name'), ({ name }) => name],
    [t('field.status'), ({ status }) => t(`status.${status}`)],
    [t('field.lifecycle'), ({ lifecycle }) => t(`lifecycle.${lifecycle}`)],
    [t('field.hostname'), ({ brief }) => brief?.hostname ?? ''],
    [t('field.address'), ({ ip, port }) => (ip === '' ? '' : `${ip}:${port}`)],
    [t('field.place'), (row) => placeOf(row)],
    [t('field.assetTag'), ({ assetTag }) => assetTag],
    [t('field.serial'), ({ brief }) => brief?.serial ?? ''],
    [t('field.hardware'), ({ brief }) => [brief?.vendor, brief?.product].filter(Boolean).join(' ')],
    [t('field.os'), ({ brief }) => brief?.os ?? ''],
    [t('field.cpu'), ({ brief }) => brief?.cpuModel ?? ''],
    [t('unit.threads', { count: 2 }).replace(/\d+\s*/, ''), ({ brief }) => figure(brief?.threads)],
    [t('field.memory'), ({ latest }) => figure(latest?.memTotal)],
    [t('field.gpu'), ({ brief }) => figure(brief?.gpuCount)],
    [t('field.warrantyUntil'), ({ warrantyUntil }) => warrantyUntil],
    [
      t('field.labels'),
      ({ labels }) =>
        Object.entries(labels)
          .map((pair) => pair.join('='))
          .join(' '),
    ],
    [t('field.seen'), ({ seenAt }) => seenAt ?? ''],
  ];
}
