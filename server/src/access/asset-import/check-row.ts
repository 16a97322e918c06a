import { AssetInput } from '@jadegate/contract/access/asset';
import {
  attributeSpec,
  DEFAULT_PORTS,
  PROTOCOL_ATTRIBUTES,
  PROTOCOLS,
  type AttributeName,
  type Protocol,
} from '@jadegate/contract/access/asset-attributes';
import {
  ASSET_MAIN_COLUMNS,
  type AssetImportColumn,
  type AssetImportOptions,
} from '@jadegate/contract/access/asset-import';
import { translate, type Language, type SentenceParams } from '@jadegate/contract/language';
import { check } from '@jadegate/contract/validation';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { IMPORT_WORDS, type ImportRule } from '@jadegate/contract/words/import';

import type { AppError } from '../../kernel/app-error.ts';
import type { CellError } from '../../kernel/import-rows.ts';
import { takesCredential } from '../asset/asset.service.ts';
import { refuseMisuse, type OfferedCredential } from '../credential/credential-use.service.ts';
import type { CellRemark, ParsedRow } from './parsed-file.ts';

/** What the rows are held against, read once for a file. */
export interface Surroundings {
  language: Language;
  options: AssetImportOptions;
  /** Files without one name their assets after the host. */
  hasNames: boolean;
  /** Both by name; names are unique. */
  credentials: ReadonlyMap<string, OfferedCredential>;
  gateways: ReadonlyMap<string, string>;
  /** Chosen in the form: for rows that bring no secret and name no credential. */
  credential: OfferedCredential | undefined;
}

export interface ReadRow {
  input: AssetInput | undefined;
  errors: CellError<AssetImportColumn>[];
  warnings: CellError<AssetImportColumn>[];
}

/** Where an asset's field stands in a file. */
const COLUMN_OF: Record<string, AssetImportColumn> = {
  ip: 'host',
  credentialId: 'credential',
  accessGatewayId: 'gateway',
  accountType: 'protocol',
};

const ACCOUNT_COLUMNS = ['username', 'password', 'privateKey', 'passphrase'] as const;

/** Turns the cells of a row into an asset, or says at each cell what is wrong with it. */
export function readRow(row: ParsedRow, around: Surroundings): ReadRow {
  const remarks = new Remarks(around.language);
  remarks.addAll(row);
  if (row.errors.length > 0) {
    return remarks.resultFor(undefined);
  }
  const cell = (column: AssetImportColumn) => row.cells[column] ?? '';
  const protocol = cell('protocol').toLowerCase() || around.options.protocol;
  const { data, fields } = check(
    AssetInput,
    {
      name: around.hasNames ? cell('name') : cell('name') || cell('host'),
      protocol,
      ip: cell('host'),
      port: portIn(cell('port'), protocol, remarks),
      ...accountIn(row, protocol, around, remarks),
      accessGatewayId: gatewayIn(row, around, remarks),
      description: cell('description'),
      tags: [cell('tags').replaceAll('|', ','), ...around.options.tags].join(','),
      ...attributesIn(row, protocol, remarks),
    },
    around.language,
  );
  for (const { path, message } of fields ?? []) {
    remarks.refuse(columnOf(path), message);
  }
  return remarks.resultFor(data);
}

/** What a refusal of the asset's own rules says at which cell. */
export function cellErrors(error: AppError, language: Language): CellError<AssetImportColumn>[] {
  const { fieldErrors, fields, code, params } = error;
  if (fieldErrors.length > 0) {
    return fieldErrors.map(({ path, message }) => ({ field: columnOf(path), message }));
  }
  const message = translate(ERROR_WORDS[code], language, params);
  return (fields.length > 0 ? fields : ['name']).map((path) => ({ field: columnOf(path), message }));
}

export function columnLabel(column: AssetImportColumn, language: Language): string {
  const names = Object.hasOwn(ASSET_MAIN_COLUMNS, column)
    ? ASSET_MAIN_COLUMNS[column as keyof typeof ASSET_MAIN_COLUMNS]
    : [column, column];
  return language === 'en' ? names[0] : (names[1] ?? column);
}

/** Collects what is said about a row; a cell is told only the first thing that is wrong with it. */
class Remarks {
  readonly #language: Language;
  readonly errors: CellError<AssetImportColumn>[] = [];
  readonly warnings: CellError<AssetImportColumn>[] = [];

  constructor(language: Language) {
    this.#language = language;
  }

  addAll({ errors, warnings }: ParsedRow): void {
    const told = ({ field, rule, params }: CellRemark) => ({ field, message: this.#sentence(rule, params) });
    this.errors.push(...errors.map(told));
    this.warnings.push(...warnings.map(told));
  }

  refuse(field: AssetImportColumn, message: string): void {
    if (!this.errors.some((error) => error.field === field)) {
      this.errors.push({ field, message });
    }
  }

  refuseBy(field: AssetImportColumn, rule: ImportRule, params?: SentenceParams): void {
    this.refuse(field, this.#sentence(rule, params));
  }

  warn(field: AssetImportColumn, rule: ImportRule, params?: SentenceParams): void {
    this.warnings.push({ field, message: this.#sentence(rule, params) });
  }

  resultFor(input: AssetInput | undefined): ReadRow {
    const { errors, warnings } = this;
    return { input: errors.length > 0 ? undefined : input, errors, warnings };
  }

  #sentence(rule: ImportRule, params?: SentenceParams): string {
    return translate(IMPORT_WORDS[rule], this.#language, params);
  }
}

function columnOf(path: string): AssetImportColumn {
  return COLUMN_OF[path] ?? (path as AssetImportColumn);
}

function isProtocol(text: string): text is Protocol {
  return PROTOCOLS.some((one) => one === text);
}

function portIn(text: string, protocol: string, remarks: Remarks): number {
  const usual = isProtocol(protocol) ? DEFAULT_PORTS[protocol] : DEFAULT_PORTS.ssh;
  if (text === '') {
    return usual;
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) {
    remarks.refuseBy('port', 'port');
    return usual;
  }
  return port;
}

/** A credential that the row names wins; one for all rows is for those that bring no secret. */
function accountIn({ cells }: ParsedRow, protocol: string, around: Surroundings, remarks: Remarks) {
  if (protocol === 'kubernetes') {
    return { accountType: '' };
  }
  const { username = '', password = '', privateKey = '', passphrase = '', credential: name = '' } = cells;
  const own = { username, password, privateKey, passphrase };
  const hasSecret = password !== '' || privateKey !== '';
  const credential = name === '' ? (hasSecret ? undefined : around.credential) : around.credentials.get(name);
  if (name !== '' && !credential) {
    remarks.refuseBy('credential', 'credentialUnknown', { name });
  }
  if (!credential) {
    return { accountType: privateKey === '' ? 'custom' : 'private-key', ...own };
  }
  if (isProtocol(protocol) && !takesCredential(protocol, credential.type)) {
    const params = { name: cells.name ?? '', credential: credential.name };
    remarks.refuse('credential', translate(ERROR_WORDS['asset.credential_unfit'], around.language, params));
  }
  for (const refusal of misuseOf(credential, cells.host ?? '', around.language)) {
    remarks.refuse('credential', refusal);
  }
  for (const column of ACCOUNT_COLUMNS) {
    if (own[column] !== '') {
      remarks.warn(column, 'secretUnused');
    }
  }
  return { accountType: 'credential', credentialId: credential.id };
}

function misuseOf(credential: OfferedCredential, host: string, language: Language): string[] {
  try {
    refuseMisuse(credential, host);
    return [];
  } catch (error) {
    return cellErrors(error as AppError, language).map(({ message }) => message);
  }
}

/** An unknown gateway is an error where a person wrote it, and a warning where it only stood in an SSH client's file. */
function gatewayIn({ cells }: ParsedRow, around: Surroundings, remarks: Remarks): string | undefined {
  const { gateway: name = '' } = cells;
  const usual = around.options.accessGatewayId;
  if (name === '') {
    return usual;
  }
  const id = around.gateways.get(name);
  if (id === undefined && around.options.format === 'ssh-config') {
    remarks.warn('gateway', 'jumpUnknown', { name });
    return usual;
  }
  if (id === undefined) {
    remarks.refuseBy('gateway', 'gatewayUnknown', { name });
  }
  return id;
}

function attributesIn({ cells }: ParsedRow, protocol: string, remarks: Remarks): Record<string, string> {
  const given: Record<string, string> = {};
  const known: readonly string[] = isProtocol(protocol) ? PROTOCOL_ATTRIBUTES[protocol] : [];
  for (const [column, cell] of Object.entries(cells)) {
    if (cell === '' || Object.hasOwn(ASSET_MAIN_COLUMNS, column)) {
      continue;
    }
    if (known.includes(column)) {
      given[column] = attributeSpec(column as AttributeName).kind === 'flag' ? cell.toLowerCase() : cell;
    } else if (isProtocol(protocol)) {
      remarks.warn(column as AssetImportColumn, 'attributeUnused', { protocol });
    }
  }
  return given;
}
