import type { BackupResult } from '@jadegate/contract/operations/backup';
import { expect } from 'vitest';

import { Secret } from '../kernel/secret.ts';
import { openBackup, sealBackup } from '../operations/backup/backup.format.ts';
import { seedEverything } from './seed-everything.ts';
import { ADMIN_PASSWORD } from './test-database.ts';
import { type TestServer } from './test-server.ts';
import { upload } from './upload.ts';

export const PASSPHRASE = 'seven quiet herons 七';
/** Part of every seeded secret: wherever it shows up, a secret has leaked. */
export const CANARY = 'canary-51c2-備份';

interface FileThing {
  row: Record<string, string | number | null>;
  parts: Record<string, object[]>;
  secrets: Record<string, string>;
}
export interface FileContent {
  sections: Record<string, FileThing[]>;
  secrets: Record<string, Record<string, string>>;
}

export interface BackupSource {
  token: string;
  seeded: Awaited<ReturnType<typeof seedEverything>>;
  file: Buffer;
  /** What is in the file. */
  whole: FileContent;
}

/** Something of everything, and the backup of it. */
export async function aBackup(server: TestServer): Promise<BackupSource> {
  const token = await server.login();
  const seeded = await seedEverything(server, CANARY);
  const file = await exportFrom(server, token);
  return { token, seeded, file, whole: await contentOf(file) };
}

export async function exportFrom(from: TestServer, token: string): Promise<Buffer> {
  const response = await from.inject('POST', '/backup/export', {
    token,
    body: { passphrase: PASSPHRASE, password: ADMIN_PASSWORD },
  });
  expect(response.headers['content-type']).toBe('application/octet-stream');
  return response.rawPayload;
}

export async function contentOf(file: Buffer): Promise<FileContent> {
  return (await openBackup(file, new Secret(PASSPHRASE))).content as FileContent;
}

export function seal(content: FileContent): Promise<Buffer> {
  const about = { created: new Date().toISOString(), product: 'test' };
  return sealBackup(content, new Secret(PASSPHRASE), about);
}

export function restore(to: TestServer, token: string, file: Buffer, fields: Record<string, string> = {}) {
  return upload<BackupResult>(to, '/backup/import', {
    token,
    file,
    fields: { passphrase: PASSPHRASE, password: ADMIN_PASSWORD, existing: 'keep', ...fields },
  });
}

export const thingOf = (content: FileContent, section: string, id: string): FileThing => {
  const thing = content.sections[section]?.find(({ row }) => row.id === id);
  if (!thing) {
    throw new Error(`no ${id} in ${section}`);
  }
  return thing;
};
