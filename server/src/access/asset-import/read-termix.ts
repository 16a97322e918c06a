import * as z from 'zod';

import { AppError } from '../../kernel/app-error.ts';
import { Hosts } from './hosts.ts';
import type { ParsedFile } from './parsed-file.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const File = z.looseObject({ hosts: z.array(z.unknown()) });
const Host = z.looseObject({
  name: text,
  ip: z.string(),
  port: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => String(value ?? '')),
  username: text,
  authType: text,
  password: text,
  key: text,
  keyPassword: text,
  folder: text,
  tags: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
});

/** A file of hosts as Termix takes and gives it. */
export function readTermix(json: string, maxRows: number): ParsedFile {
  const hosts = new Hosts('termix', maxRows);
  for (const [index, entry] of listOf(json).entries()) {
    const { data } = Host.safeParse(entry);
    if (!data) {
      hosts.note(index + 1, 'lineUnread');
      continue;
    }
    const { name, ip, port, username, authType, password, key, keyPassword, folder, tags } = data;
    hosts.add(index + 1, name || ip, 'ssh', {
      host: ip,
      port,
      username,
      // Others may be there from before; the one that is in use counts.
      ...(authType === 'key' ? { privateKey: key, passphrase: keyPassword } : { password }),
      tags: [folder, ...tags].filter((tag) => tag !== '').join(','),
    });
  }
  return hosts.file();
}

function listOf(json: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new AppError('asset_import.unreadable', { params: { line: 1 }, cause });
  }
  const { data } = File.safeParse(parsed);
  if (!data) {
    throw new AppError('asset_import.unreadable', { params: { line: 1 } });
  }
  return data.hosts;
}
