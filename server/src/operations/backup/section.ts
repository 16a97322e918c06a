import type { BackupSectionName } from '@jadegate/contract/operations/backup';
import * as z from 'zod';

import type { RowOf, Schema } from '../../db/schema.ts';
import type { Secret } from '../../kernel/secret.ts';

export type TableName = keyof Schema;
export type Value = string | number | null;
export type Row = Record<string, Value>;

/** One thing of a section: its row, what hangs on it, and its secrets. */
export interface Thing {
  row: Row;
  parts: Record<string, Row[]>;
  secrets: Record<string, Secret>;
}

/** A column that holds the id of something in another section. */
export interface Reference {
  section: BackupSectionName;
  /** What it names may be gone; then it is carried as it is. */
  mayDangle?: true;
}

type Columns<Table extends TableName, Left extends string = never> = {
  [Column in Exclude<keyof RowOf<Table>, Left>]: z.ZodType<RowOf<Table>[Column]> | null;
};

export interface Part {
  table: TableName;
  /** The column that says which thing the row belongs to, and what stands before the id in it. */
  parent: string;
  parentPrefix: string;
  columns: readonly string[];
  schema: z.ZodType<Row>;
  references: Readonly<Record<string, Reference>>;
  /** Rows have an id of their own, which nothing refers to. */
  hasOwnId: boolean;
  /** Worth nothing under another id of the thing: dropped when that changes. */
  isBoundToId: boolean;
}

export interface Section {
  name: BackupSectionName;
  table: TableName;
  /** The column that other sections refer to. */
  id: string;
  /** Columns by which a thing is known to people: two things that agree in them are the same thing. */
  key: readonly string[];
  /** The database refuses two things of one key. */
  isKeyUnique: boolean;
  columns: readonly string[];
  schema: z.ZodType<Row>;
  references: Readonly<Record<string, Reference>>;
  parts: readonly Part[];
  /** What stands before the id in the vault's owner; undefined when its things have no secrets. */
  secretsOf: string | undefined;
  /** Names of secrets that live a few minutes only. */
  passingSecrets: readonly string[];
  label: (row: Row, nameOf: (section: BackupSectionName, id: Value) => string) => string;
  /** Ids that are always here: never in a file, never changed, and referred to all the same. */
  builtIn: readonly string[];
  /** Ids that mean one particular thing: nothing else may stand in for it because of its name. */
  pinned: readonly string[];
  /** More than the shape of a row can say. False refuses the file. */
  isSound: (thing: Thing) => boolean;
}

interface Spec<Table extends TableName, Left extends string> {
  table: Table;
  /** Every column of the table: how it is checked, or null when it is not configuration. */
  columns: Columns<Table, Left>;
  references?: Readonly<Record<string, Reference>>;
}

interface SectionSpec<Table extends TableName> extends Spec<Table, never> {
  name: BackupSectionName;
  id?: keyof RowOf<Table> & string;
  key: readonly (keyof RowOf<Table> & string)[];
  label?: Section['label'];
  parts?: readonly Part[];
  secretsOf?: string;
  passingSecrets?: readonly string[];
  isKeyUnique?: false;
  builtIn?: readonly string[];
  pinned?: readonly string[];
  isSound?: Section['isSound'];
}

function shapeOf(columns: Record<string, z.ZodType | null>) {
  const carried = Object.entries(columns).flatMap(([name, schema]) => (schema ? [[name, schema]] : []));
  const shape = Object.fromEntries(carried) as Record<string, z.ZodType<Value>>;
  return { columns: Object.keys(shape), schema: z.strictObject(shape) as z.ZodType<Row> };
}

export function section<Table extends TableName>(spec: SectionSpec<Table>): Section {
  const [first = 'id'] = spec.key;
  return {
    name: spec.name,
    table: spec.table,
    id: spec.id ?? 'id',
    key: spec.key,
    isKeyUnique: spec.isKeyUnique ?? true,
    ...shapeOf(spec.columns),
    references: spec.references ?? {},
    parts: spec.parts ?? [],
    secretsOf: spec.secretsOf,
    passingSecrets: spec.passingSecrets ?? [],
    label: spec.label ?? ((row) => String(row[first] ?? '')),
    builtIn: spec.builtIn ?? [],
    pinned: spec.pinned ?? [],
    isSound: spec.isSound ?? (() => true),
  };
}

export function part<Table extends TableName, const Parent extends keyof RowOf<Table> & string>(
  spec: Spec<Table, Parent> & { parent: Parent; parentPrefix?: string; hasOwnId?: true; isBoundToId?: true },
): Part {
  return {
    table: spec.table,
    parent: spec.parent,
    parentPrefix: spec.parentPrefix ?? '',
    ...shapeOf(spec.columns),
    references: spec.references ?? {},
    hasOwnId: spec.hasOwnId ?? false,
    isBoundToId: spec.isBoundToId ?? false,
  };
}
