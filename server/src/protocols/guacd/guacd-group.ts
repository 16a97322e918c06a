import { readFile } from 'node:fs/promises';

import type { GuacdAddress } from './connect-guacd.ts';
import { isLoopback, listenerUid } from './socket-owner.ts';

/** Whether guacd can be handed a folder of this machine, and by which group where it runs under another user. */
export type GuacdReach = { isHere: false } | { isHere: true; group: number | undefined };

/** A guacd elsewhere does not see our folders; one whose user nobody knows is not let to them. */
export async function guacdReach(address: GuacdAddress): Promise<GuacdReach> {
  const uid = isLoopback(address.host) ? await listenerUid(address) : undefined;
  if (uid === undefined) {
    return { isHere: false };
  }
  if (uid === process.getuid?.()) {
    return { isHere: true, group: undefined };
  }
  const group = await groupOf(uid);
  return group === undefined ? { isHere: false } : { isHere: true, group };
}

async function groupOf(uid: number): Promise<number | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const line = lines.map((one) => one.split(':')).find(([, , id]) => id === String(uid));
  return line?.[3] === undefined ? undefined : Number(line[3]);
}
