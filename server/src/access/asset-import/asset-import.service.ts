import type { AssetInput } from '@jadegate/contract/access/asset';
import {
  ASSET_IMPORT_COLUMNS,
  type AssetImportColumn,
  type AssetImportFormat,
  type AssetImportOptions,
  type AssetImportPreview,
  type AssetImportResult,
  type DuplicateChoice,
} from '@jadegate/contract/access/asset-import';
import { translate } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { IMPORT_WORDS } from '@jadegate/contract/words/import';

import type { Database } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { previewRows, type CheckedRow } from '../../kernel/import-rows.ts';
import { yieldToEventLoop, inChunks } from '../../kernel/in-chunks.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DistributedLockService } from '../../platform/server-process/distributed-lock.service.ts';
import type { AssetService, PreparedAsset } from '../asset/asset.service.ts';
import type { CredentialUseService } from '../credential/credential-use.service.ts';
import type { InspectPrivateKey } from '../credential/credential.service.ts';
import { AssetImportRepository } from './asset-import.repository.ts';
import { keyOf, storedKeyOf } from './asset-key.ts';
import { cellErrors, columnLabel, readRow, type Surroundings } from './check-row.ts';
import { parseApart } from './parse-apart.ts';
import { SECRET_COLUMNS, type ParsedFile, type ParsedRow } from './parsed-file.ts';

interface Dependencies {
  database: Database;
  assets: AssetService;
  users: UserService;
  roles: RoleService;
  audit: AuditService;
  credentialUse: CredentialUseService;
  inspectPrivateKey: InspectPrivateKey;
  distributedLock: DistributedLockService;
}

/** A row that repeats something keeps what it would write: the person may want it all the same. */
type Checked = CheckedRow<AssetImportColumn, PreparedAsset>;

interface CheckedFile {
  parsed: ParsedFile;
  rows: Checked[];
}

const PLAIN_OPTIONS: AssetImportOptions = { protocol: 'ssh', tags: [], format: 'csv-plain' };
/** Checked between two breaths; a row takes about a tenth of a millisecond. */
const CHECK_BATCH = 50;
/** Protected keys are opened in threads of their own; more at once would take the cores from everybody else. */
const KEYS_AT_ONCE = 2;
const KEY_PAGE = 5000;
const PATIENCE_MS = MINUTE_MS;

type ImportCounts = Omit<AssetImportResult, 'assets'>;

/** Assets from a file. It only ever adds: what exists is never changed, whatever the file says. */
export class AssetImportService {
  readonly #deps: Dependencies;
  readonly #around: AssetImportRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#around = new AssetImportRepository(dependencies.database.db);
  }

  async preview(actor: Actor, file: Buffer, options: AssetImportOptions): Promise<AssetImportPreview> {
    await this.#ownerOf(actor, options);
    const { parsed, rows } = await this.#check(actor, file, options);
    const told = rows.flatMap(({ errors, warnings }) => [...errors, ...(warnings ?? [])]);
    const columns = [...new Set([...parsed.columns, ...told.map(({ field }) => field)])];
    const limits = { maxRows: LIMITS.previewRows.max, maxCell: LIMITS.previewCell.max };
    return {
      ...previewRows(columns, rows, SECRET_COLUMNS, limits),
      format: parsed.format,
      notes: parsed.notes.map(({ line, rule, params }) => ({
        line,
        message: translate(IMPORT_WORDS[rule], actor.language, params),
      })),
    };
  }

  /** Looks at everything again: what the person saw may have changed since. */
  async run(
    actor: Actor,
    file: Buffer,
    { duplicates, ...options }: AssetImportOptions & { duplicates: DuplicateChoice },
  ): Promise<AssetImportResult> {
    const owner = await this.#ownerOf(actor, options);
    return this.#alone(async () => {
      const { parsed, rows } = await this.#check(actor, file, options);
      const wanted = rows.filter(({ state }) => state === 'new' || duplicates === 'create');
      const result = {
        created: wanted.filter(({ good }) => good).length,
        duplicates: rows.filter(({ state, good }) => state !== 'new' && good && duplicates === 'skip').length,
        invalid: rows.filter(({ state }) => state === 'invalid').length,
      };
      const assets = await this.#write(actor, wanted, { format: parsed.format, result, owner });
      return { ...result, assets };
    });
  }

  /** As clients of the product family expect it: every good row is added, also one that is here already. */
  async runPlain(
    actor: Actor,
    file: Buffer,
  ): Promise<{ successCount: number; errorCount: number; data: Record<string, string> }> {
    return this.#alone(async () => {
      const { rows } = await this.#check(actor, file, PLAIN_OPTIONS);
      const wanted = rows.filter(({ good }) => good);
      const data: Record<string, string> = {};
      for (const [index, { state, errors }] of rows.entries()) {
        if (state === 'invalid') {
          const told = errors.map(
            ({ field, message }) => `${columnLabel(field, actor.language)}：${message}`,
          );
          data[String(index)] = told.join('；');
        }
      }
      const result = { created: wanted.length, duplicates: 0, invalid: rows.length - wanted.length };
      await this.#write(actor, wanted, { format: 'csv-plain', result, owner: actor.userId });
      return { successCount: result.created, errorCount: result.invalid, data };
    });
  }

  async #write(
    actor: Actor,
    rows: readonly Checked[],
    { format, result, owner }: { format: AssetImportFormat; result: ImportCounts; owner: string },
  ): Promise<AssetImportResult['assets']> {
    const { database, assets, audit } = this.#deps;
    const prepared = rows.flatMap(({ good }) => good ?? []);
    if (prepared.length === 0) {
      return [];
    }
    return database.transact(async (tx) => {
      const ids = await assets.createMany(actor, prepared, tx, owner);
      const object = { type: 'asset', id: '', name: '' };
      const detail = { format, ...result, owner };
      await audit.write(actor, { action: 'asset.imported', object, detail }, tx);
      return prepared.map(({ input: { name, protocol } }, index) => ({
        id: ids[index] ?? '',
        name,
        protocol,
      }));
    });
  }

  /** One at a time, at whichever server: of two that bring the same file, the second finds what the first wrote. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const busy = () => new AppError('asset_import.busy');
    return this.#deps.distributedLock.withLock('asset-import', { patienceMs: PATIENCE_MS, busy }, work);
  }

  /** Giving assets away is a right of its own. */
  async #ownerOf(actor: Actor, { owner }: AssetImportOptions): Promise<string> {
    const { users, roles } = this.#deps;
    if (owner === undefined || owner === actor.userId) {
      return actor.userId;
    }
    const menus = await roles.menusOf({ id: actor.userId });
    if (!menus.includes('asset-change-owner')) {
      throw new AppError('asset_import.owner_forbidden', { fields: ['owner'] });
    }
    return (await users.get(owner)).id;
  }

  async #check(actor: Actor, file: Buffer, options: AssetImportOptions): Promise<CheckedFile> {
    const limits = { maxRows: LIMITS.importAssets.max, maxYamlBytes: LIMITS.yamlImportBytes };
    const parsed = await parseApart({ file, format: options.format, limits });
    const around = await this.#loadSurroundings(actor, parsed, options);
    const inspect = rememberKeys(this.#deps.inspectPrivateKey);
    const rows: Checked[] = [];
    for (const some of inChunks(parsed.rows, CHECK_BATCH)) {
      rows.push(
        ...(await inParallel(some, KEYS_AT_ONCE, (row) => this.#checkRow(actor, row, around, inspect))),
      );
      await yieldToEventLoop();
    }
    return { parsed, rows: await this.#markDuplicates(actor, rows) };
  }

  async #loadSurroundings(
    actor: Actor,
    { format, columns }: ParsedFile,
    options: AssetImportOptions,
  ): Promise<Surroundings> {
    const credentials = await this.#deps.credentialUse.offered(actor);
    const gateways = await this.#around.listGateways();
    const credential = credentials.get(options.credentialId ?? '');
    if (options.credentialId !== undefined && !credential) {
      throw new AppError('credential.not_found', { fields: ['credentialId'] });
    }
    if (credential && !credential.isUsable) {
      throw new AppError('credential.use_forbidden', { fields: ['credentialId'] });
    }
    const gatewayId = options.accessGatewayId;
    if (gatewayId !== undefined && !gateways.some(({ id }) => id === gatewayId)) {
      throw new AppError('access_gateway.not_found', { fields: ['accessGatewayId'] });
    }
    return {
      language: actor.language,
      options: { ...options, format },
      hasNames: columns.includes('name'),
      credentials: new Map([...credentials.values()].map((one) => [one.name, one])),
      gateways: new Map(gateways.map(({ id, name }) => [name, id])),
      credential,
    };
  }

  async #checkRow(
    actor: Actor,
    row: ParsedRow,
    around: Surroundings,
    inspect: InspectPrivateKey,
  ): Promise<Checked> {
    const { input, errors, warnings } = readRow(row, around);
    const cells = { ...BLANK, ...row.cells };
    const found = input === undefined ? errors : await this.#prepare(actor, input, inspect);
    return Array.isArray(found)
      ? { line: row.line, cells, state: 'invalid', errors: found, warnings, good: undefined }
      : { line: row.line, cells, state: 'new', errors: [], warnings, good: found };
  }

  async #prepare(actor: Actor, input: AssetInput, inspect: InspectPrivateKey) {
    try {
      return await this.#deps.assets.prepare(actor, input, inspect);
    } catch (error) {
      if (error instanceof AppError) {
        return cellErrors(error, actor.language);
      }
      throw error;
    }
  }

  /** What exists is found by walking all assets once: quicker than thousands of questions, and the same on both engines. */
  async #markDuplicates({ language }: Actor, rows: readonly Checked[]): Promise<Checked[]> {
    const keys = new Map(rows.flatMap((row) => (row.good ? [[row, keyOf(row.good)] as const] : [])));
    const stored = await this.#findStored(new Set(keys.values()));
    const first = new Map<string, number>();
    return rows.map((row) => {
      const key = keys.get(row);
      if (key === undefined) {
        return row;
      }
      const name = stored.get(key);
      const line = first.get(key);
      first.set(key, line ?? row.line);
      if (name !== undefined) {
        const message = translate(IMPORT_WORDS.assetExists, language, { name });
        return { ...row, state: 'exists', errors: [{ field: 'host', message }] };
      }
      if (line !== undefined) {
        const message = translate(IMPORT_WORDS.duplicate, language, { line });
        return { ...row, state: 'duplicate', errors: [{ field: 'host', message }] };
      }
      return row;
    });
  }

  /** The names of assets that have one of the keys. */
  async #findStored(wanted: ReadonlySet<string>): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    let last = '';
    for (;;) {
      const page = await this.#around.listKeysAfter(last, KEY_PAGE);
      for (const one of page) {
        const key = storedKeyOf(one);
        if (wanted.has(key)) {
          found.set(key, one.name);
        }
      }
      if (page.length < KEY_PAGE) {
        return found;
      }
      last = page.at(-1)?.id ?? last;
    }
  }
}

const BLANK = Object.fromEntries(Object.keys(ASSET_IMPORT_COLUMNS).map((name) => [name, ''])) as Record<
  AssetImportColumn,
  string
>;

/** Files often give the same key to many hosts; it is opened once. */
function rememberKeys(inspect: InspectPrivateKey): InspectPrivateKey {
  const known = new Map<string, ReturnType<InspectPrivateKey>>();
  return (text, passphrase) => {
    const key = JSON.stringify([text, passphrase]);
    const answer = known.get(key) ?? inspect(text, passphrase);
    known.set(key, answer);
    return answer;
  };
}
