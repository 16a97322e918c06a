import type { BackupSectionName } from '@jadegate/contract/operations/backup';
import * as z from 'zod';

import { AppError } from '../../kernel/app-error.ts';
import { Secret } from '../../kernel/secret.ts';
import { SECTIONS } from './backup.sections.ts';
import { LOOSE_SECRETS } from './beside-sections.ts';
import type { Row, Section, Thing } from './section.ts';

/** What a backup says, checked: things by section, and secrets that belong to no row. */
export interface Content {
  things: ReadonlyMap<BackupSectionName, readonly Thing[]>;
  /** By owner in the vault. */
  loose: ReadonlyMap<string, Readonly<Record<string, Secret>>>;
}

const MAX_THINGS = 200_000;
const SECRET_BYTES = 200_000;

const Secrets = z.record(z.string().min(1).max(100), z.string().max(SECRET_BYTES));
const Written = z.strictObject({
  sections: z.record(z.string(), z.array(z.unknown()).max(MAX_THINGS)),
  secrets: z.record(z.string(), Secrets),
});

/** The content as it lies in the file. Secrets are in clear here, and only here. */
export function writeContent({ things, loose }: Content): unknown {
  const sections = [...things].map(([name, list]) => [
    name,
    list.map(({ row, parts, secrets }) => ({ row, parts, secrets: exposed(secrets) })),
  ]);
  const secrets = [...loose].map(([owner, named]) => [owner, exposed(named)]);
  return { sections: Object.fromEntries(sections), secrets: Object.fromEntries(secrets) };
}

/** Trusts nothing in the file: its writer may have been another release, or somebody who knew the passphrase. */
export function readContent(value: unknown): Content {
  const written = Written.safeParse(value);
  if (!written.success) {
    throw new AppError('backup.invalid', { params: { place: 'sections' }, cause: written.error });
  }
  const { sections, secrets } = written.data;
  refuseUnknown(
    Object.keys(sections),
    SECTIONS.map(({ name }) => name),
  );
  refuseUnknown(
    Object.keys(secrets),
    LOOSE_SECRETS.map(({ owner }) => owner),
  );
  return {
    things: new Map(SECTIONS.map((section) => [section.name, readSection(section, sections[section.name])])),
    loose: new Map(Object.entries(secrets).map(([owner, named]) => [owner, sealed(named)])),
  };
}

function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new AppError('backup.invalid', { params: { place: unknown.slice(0, 100) } });
  }
}

function readSection(section: Section, list: readonly unknown[] = []): Thing[] {
  const schema = thingSchema(section);
  const things = list.map((value, index) => {
    const read = schema.safeParse(value);
    if (!read.success) {
      const path = read.error.issues[0]?.path.join('.') ?? '';
      throw invalid(section, index, path, read.error);
    }
    const { row, parts, secrets } = read.data;
    const thing: Thing = { row, parts, secrets: sealed(secrets) };
    if (!isStorable([row, ...Object.values(parts).flat()]) || !section.isSound(thing)) {
      throw invalid(
        section,
        index,
        section.label(row, () => ''),
      );
    }
    return thing;
  });
  refuseRepeated(section, things);
  return things;
}

function thingSchema(section: Section) {
  // A file from before there was such a part holds none.
  const parts = Object.fromEntries(
    section.parts.map(({ table, schema }) => [table, z.array(schema).default([])]),
  );
  return z.strictObject({
    row: section.schema,
    parts: z.strictObject(parts),
    secrets: section.secretsOf === undefined ? z.record(z.string(), z.never()) : Secrets,
  });
}

/** PostgreSQL refuses NUL, and both engines change halves of characters. */
function isStorable(rows: readonly Row[]): boolean {
  return rows
    .flatMap((row) => Object.values(row))
    .every((value) => typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed()));
}

/** Two rows of one id or of one name would make the outcome depend on their order. */
function refuseRepeated(section: Section, things: readonly Thing[]): void {
  const ids = new Set<unknown>();
  const keys = new Set<string>();
  for (const [index, { row }] of things.entries()) {
    const id = row[section.id];
    const key = JSON.stringify(section.key.map((column) => row[column]));
    const isTaken = ids.has(id) || (section.isKeyUnique && keys.has(key));
    if (isTaken || section.builtIn.includes(String(id))) {
      throw invalid(
        section,
        index,
        section.label(row, () => ''),
      );
    }
    ids.add(id);
    keys.add(key);
  }
}

function invalid(section: Section, index: number, what: string, cause?: unknown): AppError {
  const place = `${section.name} ${index + 1}${what ? `: ${what.slice(0, 100)}` : ''}`;
  return new AppError('backup.invalid', { params: { place }, cause });
}

function exposed(secrets: Readonly<Record<string, Secret>>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, secret.expose()]));
}

function sealed(secrets: Readonly<Record<string, string>>): Record<string, Secret> {
  return Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, new Secret(text)]));
}
