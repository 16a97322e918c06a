import { Readable } from 'node:stream';

import { PLAIN_ATTRIBUTES, type PlainAttributeName } from '@jadegate/contract/access/asset-attributes';
import type { AssetMainColumn } from '@jadegate/contract/access/asset-import';

import type { Actor } from '../../kernel/actor.ts';
import { csvLine } from '../../kernel/csv.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { AssetService, WholeAsset } from '../asset/asset.service.ts';
import { columnLabel } from './check-row.ts';

type Filters = Parameters<AssetService['count']>[0];

/** Everything that is not secret, under the names that an import reads. */
const COLUMNS = [
  'name',
  'protocol',
  'host',
  'port',
  'username',
  'credential',
  'gateway',
  'description',
  'tags',
] as const satisfies readonly AssetMainColumn[];

const PAGE = 500;

export class AssetExportService {
  readonly #assets: AssetService;
  readonly #audit: AuditService;

  constructor(assets: AssetService, audit: AuditService) {
    this.#assets = assets;
    this.#audit = audit;
  }

  /** Written down before the first line leaves. What is read never lies in memory as a whole. */
  async export(actor: Actor, filters: Filters): Promise<Readable> {
    const rows = await this.#assets.count(filters);
    const object = { type: 'asset', id: '', name: '' };
    await this.#audit.writeAlone(actor, { action: 'asset.exported', object, detail: { rows } });
    return Readable.from(this.#lines(actor, filters));
  }

  async *#lines({ language }: Actor, filters: Filters): AsyncGenerator<string> {
    const used = await this.#assets.listAttributeNames();
    const attributes = PLAIN_ATTRIBUTES.filter((name) => used.includes(name));
    // The mark lets spreadsheet programs see that it is UTF-8.
    yield `\uFEFF${csvLine([...COLUMNS, ...attributes].map((column) => columnLabel(column, language)))}`;
    let last = '';
    for (;;) {
      const page = await this.#assets.listAfter(filters, last, PAGE);
      if (page.length > 0) {
        yield page.map((asset) => csvLine(cellsOf(asset, attributes))).join('');
      }
      if (page.length < PAGE) {
        return;
      }
      last = page.at(-1)?.record.id ?? last;
    }
  }
}

function cellsOf(
  { record, tags, attributes }: WholeAsset,
  names: readonly PlainAttributeName[],
): (string | number)[] {
  const main: Record<(typeof COLUMNS)[number], string | number> = {
    name: record.name,
    protocol: record.protocol,
    host: record.ip,
    port: record.port,
    username: record.username,
    credential: record.credential_name ?? '',
    gateway: record.gateway_name ?? '',
    description: record.description,
    tags: tags.join('|'),
  };
  return [...COLUMNS.map((column) => main[column]), ...names.map((name) => attributes[name] ?? '')];
}
