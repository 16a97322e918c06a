import * as z from 'zod';

import { MOST_TABLES, type FoundTable } from '../../db/foreign/foreign-database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { OLD_TABLES, type OldTable } from './old-tables.ts';

export interface OldJson {
  kind: 'backup' | 'export';
  rows: Partial<Record<OldTable, Record<string, unknown>[]>>;
  /** Parts that neither the backup nor the tool is known to write. */
  others: FoundTable[];
}

const Entity = z.record(z.string(), z.unknown());
const List = z.array(Entity).nullish();
/** What the product's own backup and its export tool call their parts. */
const File = z.object({
  users: List,
  user_groups: List,
  storages: List,
  strategies: List,
  jobs: List,
  access_securities: List,
  access_gateways: List,
  commands: List,
  credentials: List,
  assets: List,
  resource_sharers: List,
});

/** Columns of `assets`; what else an asset of a file has beside them are its parameters. */
const ASSET_FIELDS = new Set([
  ...Object.keys(OLD_TABLES.assets.shape),
  'active',
  'active_message',
  'attributes',
]);

/**
 * The tables of a file. Its entities are written in the words of the product's calls (`credentialId`), with members and
 * parameters inside them, and its secrets are in clear text.
 */
export function readOldJson(bytes: Uint8Array): OldJson {
  refuseBulky(bytes);
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('next_terminal.unreadable', { params: { reason: 'JSON' }, cause });
  }
  const whole = camelOnly(parsed);
  const found = File.safeParse(whole);
  if (!found.success) {
    throw new AppError('next_terminal.unreadable', { params: { reason: 'JSON' } });
  }
  const file = found.data;
  const plain = (list: z.infer<typeof List>) => (list ?? []).map(snake);
  const groups = plain(file.user_groups);
  const assets = plain(file.assets);
  return {
    // The tool leaves access rules out.
    kind: file.access_securities ? 'backup' : 'export',
    others: Object.entries(whole as object)
      .filter(([name]) => !Object.hasOwn(File.shape, name))
      .slice(0, MOST_TABLES)
      .map(([name, part]) => ({
        name,
        columns: [],
        rows: part === null ? 0 : Array.isArray(part) ? part.length : undefined,
      })),
    rows: {
      users: plain(file.users).map((row) => ({ ...row, password: '', totp_secret: '' })),
      user_groups: groups,
      user_group_members: groups.flatMap(({ id, members }) =>
        (Array.isArray(members) ? members : []).map((member: unknown) => ({
          user_group_id: id,
          user_id: typeof member === 'string' ? member : idOf(member),
        })),
      ),
      storages: plain(file.storages),
      strategies: plain(file.strategies),
      jobs: plain(file.jobs),
      access_securities: plain(file.access_securities),
      access_gateways: plain(file.access_gateways),
      commands: plain(file.commands),
      credentials: plain(file.credentials).map((row) => ({ ...row, encrypted: false })),
      assets: assets.map((row) => ({ ...row, encrypted: false })),
      asset_attributes: (file.assets ?? []).flatMap(attributesOf),
      authorised: plain(file.resource_sharers).flatMap(grantOf),
    },
  };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];
/** Lists within objects within lists, and all of them: far more than the largest honest file has. */
const DEEPEST = 32;
const MOST_NESTED = 2_000_000;

/** A list in memory is fifty times its two characters: what is full of them is refused before it is taken apart. */
function refuseBulky(bytes: Uint8Array): void {
  let [depth, count, isText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      at += byte === BACKSLASH ? 1 : 0;
      isText = byte !== QUOTE;
    } else if (byte === QUOTE) {
      isText = true;
    } else if (OPENING.includes(byte)) {
      [depth, count] = [depth + 1, count + 1];
      if (depth > DEEPEST || count > MOST_NESTED) {
        throw new AppError('next_terminal.unreadable', { params: { reason: 'JSON' } });
      }
    } else if (CLOSING.includes(byte)) {
      depth -= 1;
    }
  }
}

/** The tool may write the parts in camel case as well. */
function camelOnly(parsed: unknown): unknown {
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    return parsed;
  }
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [snakeName(name), value]));
}

function snakeName(name: string): string {
  return name.slice(0, 100).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function snake(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeName(name), value]));
}

function idOf(member: unknown): unknown {
  return member !== null && typeof member === 'object' && 'id' in member ? member.id : undefined;
}

/** Flat beside the fields, or as a map of their own. */
function attributesOf(asset: Record<string, unknown>): Record<string, unknown>[] {
  const { id, attributes } = asset;
  const own = attributes !== null && typeof attributes === 'object' ? Object.entries(attributes) : [];
  const flat = Object.entries(asset).filter(([name]) => !ASSET_FIELDS.has(snakeName(name)));
  return [...flat, ...own]
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => ({ asset_id: id, name, value: String(value) }));
}

/** Grants of versions before 1.3, of which only those of assets mean something here. */
function grantOf(row: Record<string, unknown>): Record<string, unknown>[] {
  return row.resource_type === 'asset' ? [{ ...row, asset_id: row.resource_id }] : [];
}
