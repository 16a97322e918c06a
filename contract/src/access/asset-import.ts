import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { ImportPreview } from '../import.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';
import { ASSET_MAIN_COLUMNS } from '../words/asset-columns.ts';
import { ATTRIBUTE_NAMES, PROTOCOLS, type AttributeName } from './asset-attributes.ts';
import { AssetQuery, Tags } from './asset.ts';

export { ASSET_MAIN_COLUMNS };

/** `csv-plain` is the product family's own: ten columns by position, no header. */
export const ASSET_IMPORT_FORMATS = [
  'csv',
  'csv-plain',
  'ssh-config',
  'ansible-ini',
  'ansible-yaml',
  'known-hosts',
  'putty',
  'mobaxterm',
  'termix',
  'guacamole',
  'jumpserver',
] as const;
export type AssetImportFormat = (typeof ASSET_IMPORT_FORMATS)[number];

export type AssetMainColumn = keyof typeof ASSET_MAIN_COLUMNS;

/** Attributes may be columns too, by their names. */
export type AssetImportColumn = AssetMainColumn | AttributeName;

const attributeColumns = Object.fromEntries(
  ATTRIBUTE_NAMES.map((name) => [name, [name]]),
) as unknown as Record<AttributeName, readonly string[]>;

export const ASSET_IMPORT_COLUMNS: Readonly<Record<AssetImportColumn, readonly string[]>> = {
  ...ASSET_MAIN_COLUMNS,
  ...attributeColumns,
};

/** The order of the product family's file. The last may be missing. */
export const PLAIN_CSV_COLUMNS = [
  'name',
  'protocol',
  'host',
  'port',
  'username',
  'password',
  'privateKey',
  'passphrase',
  'description',
  'tags',
] as const satisfies readonly AssetMainColumn[];

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const OptionalId = z.preprocess(blankIsAbsent, Id.optional());

/** Texts of the form beside the file. What a row does not say itself comes from here. */
const options = {
  /** Without it the server looks at the file. */
  format: z.preprocess(blankIsAbsent, z.enum(ASSET_IMPORT_FORMATS).optional()),
  protocol: z.preprocess(blankIsAbsent, z.enum(PROTOCOLS).default('ssh')),
  /** For rows that bring no secret and name no credential. */
  credentialId: OptionalId,
  accessGatewayId: OptionalId,
  /** Added to those of the row. */
  tags: Tags.default([]),
  /** The caller, unless somebody else is named. */
  owner: OptionalId,
};
export const AssetImportOptions = z.strictObject(options);
export type AssetImportOptions = z.infer<typeof AssetImportOptions>;

export const DUPLICATE_CHOICES = ['skip', 'create'] as const;
export type DuplicateChoice = (typeof DUPLICATE_CHOICES)[number];

const upload = { maxBytes: LIMITS.assetImportBytes };

export const AssetImportPreview = ImportPreview.extend({
  format: z.enum(ASSET_IMPORT_FORMATS),
  /** About the file rather than a row: what was left out, and why. */
  notes: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
export type AssetImportPreview = z.infer<typeof AssetImportPreview>;

export const previewAssetImport = endpoint({
  method: 'POST',
  path: '/assets/import/preview',
  access: ['asset-import'],
  summary: 'What a file of assets would add, row by row. Writes nothing.',
  perMinute: 30,
  upload,
  body: AssetImportOptions,
  response: AssetImportPreview,
});

export const AssetImportResult = z.object({
  created: z.number().int(),
  /** Left out because the same account on the same host is here, or earlier in the file. */
  duplicates: z.number().int(),
  /** Left out because something is wrong with them. */
  invalid: z.number().int(),
  /** Those that were added, so that they can be tested at once. */
  assets: z.array(z.object({ id: z.string(), name: z.string(), protocol: z.enum(PROTOCOLS) })),
});
export type AssetImportResult = z.infer<typeof AssetImportResult>;

export const confirmAssetImport = endpoint({
  method: 'POST',
  path: '/assets/import/confirm',
  access: ['asset-import'],
  summary: 'Looks at the file again and adds its good rows, all or none.',
  perMinute: 10,
  upload,
  body: z.strictObject({ ...options, duplicates: z.enum(DUPLICATE_CHOICES).default('skip') }),
  response: AssetImportResult,
});

export const importAssets = endpoint({
  method: 'POST',
  path: '/assets/import',
  access: ['asset-import'],
  summary:
    'Adds the good rows of a ten-column CSV file without a header and answers what is wrong with the others.',
  perMinute: 10,
  upload,
  response: z.object({
    successCount: z.number().int(),
    errorCount: z.number().int(),
    /** By the row's place in the file, from 0. */
    data: z.record(z.string(), z.string()),
  }),
});

export const exportAssets = endpoint({
  method: 'GET',
  path: '/assets/export',
  access: ['asset-export'],
  summary: 'The assets that match, as CSV with a header and without any secret.',
  perMinute: 10,
  query: AssetQuery.omit({ pageIndex: true, pageSize: true, field: true, order: true }),
  download: true,
  holds: 'transfer',
});
