import { Readable } from 'node:stream';

import type { NodeFilters, NodeRow } from '@jadegate/contract/fleet/node';
import { translate, type Language } from '@jadegate/contract/language';
import { LONGEST_PAGE } from '@jadegate/contract/paging';
import {
  NODE_EXPORT_COLUMNS,
  NODE_LIFECYCLE_WORDS,
  NODE_STATUS_WORDS,
} from '@jadegate/contract/words/node-export';

import type { Actor } from '../../kernel/actor.ts';
import { csvLine } from '../../kernel/csv.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NodeService } from './node.service.ts';

type Column = keyof typeof NODE_EXPORT_COLUMNS;
/** Read and written at a time: a thousand would be felt by others. */
const ROWS_PER_TURN = 100;
const COLUMNS = Object.keys(NODE_EXPORT_COLUMNS) as Column[];

/** The list of physical hosts as a file for spreadsheet programs. */
export class NodeExportService {
  readonly #nodes: Pick<NodeService, 'list'>;
  readonly #audit: AuditService;

  constructor(nodes: Pick<NodeService, 'list'>, audit: AuditService) {
    this.#nodes = nodes;
    this.#audit = audit;
  }

  /** Written down before the first line leaves. What is read never lies in memory as a whole. */
  async export(actor: Actor, filters: NodeFilters): Promise<Readable> {
    const first = await this.#nodes.list({ ...filters, ...LONGEST_PAGE, pageSize: 1 }, actor.language);
    const object = { type: 'node', id: '', name: '' };
    await this.#audit.writeAlone(actor, { action: 'node.exported', object, detail: { rows: first.total } });
    return Readable.from(this.#lines(actor, filters));
  }

  async *#lines({ language }: Actor, filters: NodeFilters): AsyncGenerator<string> {
    const pageSize = ROWS_PER_TURN;
    // The mark lets spreadsheet programs see that it is UTF-8.
    yield `\uFEFF${csvLine(COLUMNS.map((column) => translate(NODE_EXPORT_COLUMNS[column], language)))}`;
    for (let pageIndex = 1; ; pageIndex++) {
      const query = { ...filters, pageIndex, pageSize, field: 'name', order: 'ascend' } as const;
      const { items } = await this.#nodes.list(query, language);
      yield items.map((row) => lineOf(row, language)).join('');
      if (items.length < pageSize) {
        return;
      }
    }
  }
}

function lineOf(row: NodeRow, language: Language): string {
  const { brief, latest, labels, site, room, rack, unit, ip, port } = row;
  const cells: Record<Column, string | number | null | undefined> = {
    name: row.name,
    status: translate(NODE_STATUS_WORDS[row.status], language),
    lifecycle: translate(NODE_LIFECYCLE_WORDS[row.lifecycle], language),
    hostname: brief?.hostname,
    address: ip === '' ? '' : `${ip}:${port ?? ''}`,
    place: [site, room, rack, unit === null ? '' : `U${unit}`].filter((part) => part !== '').join(' / '),
    assetTag: row.assetTag,
    serial: brief?.serial,
    hardware: [brief?.vendor, brief?.product].filter(Boolean).join(' '),
    os: brief?.os,
    cpu: brief?.cpuModel,
    threads: brief?.threads,
    memory: latest?.memTotal,
    gpu: brief?.gpuCount,
    warrantyUntil: row.warrantyUntil,
    labels: Object.entries(labels)
      .map((pair) => pair.join('='))
      .join(' '),
    seen: row.seenAt,
  };
  return csvLine(COLUMNS.map((column) => cells[column] ?? ''));
}
