import { chown, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as hosts from '../hosts.ts';

/** The SSH host shares this machine's disk: what it has can be made and looked at from here. */
const HOME = `/home/${hosts.ssh.username}`;

/** Makes the account of the host the owner. */
export async function giveToHost(path: string): Promise<void> {
  const { uid, gid } = await stat(HOME);
  await chown(path, uid, gid);
}

/** An empty folder of the account. */
export async function newHostFolder(): Promise<string> {
  const dir = await mkdtemp(join(HOME, 'files-'));
  await giveToHost(dir);
  return dir;
}

export async function putOnHost(path: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path, content);
  await giveToHost(path);
  return path;
}
