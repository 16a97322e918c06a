import type { Client, ClientChannel } from 'ssh2';

import type { RunLimits } from '../run-limits.ts';
import { SshError } from './ssh-error.ts';

/**
 * Runs a command on a channel of its own and answers what it printed until it ended, the time was up or it printed too
 * much. Rejects only when the host gives no channel.
 */
export function runOn(
  client: Client,
  command: string,
  { timeoutMs, maxBytes }: RunLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    let channel: ClientChannel | undefined;
    let isOver = false;
    const finish = () => {
      if (isOver) {
        return;
      }
      isOver = true;
      clearTimeout(timer);
      client.off('close', finish);
      if (channel) {
        channel.removeAllListeners('data');
        // What still comes is read and dropped; a paused channel would hold up its window for good.
        channel.resume();
        channel.close();
        resolve(Buffer.concat(parts).subarray(0, maxBytes));
      } else {
        reject(new SshError('closed'));
      }
    };
    const timer = setTimeout(finish, timeoutMs);
    client.once('close', finish);
    try {
      client.exec(command, (error, opened) => {
        if (error) {
          finish();
          return;
        }
        opened.on('error', () => undefined);
        opened.stderr.resume();
        if (isOver) {
          opened.close();
          return;
        }
        channel = opened;
        opened.on('data', (bytes: Buffer) => {
          parts.push(bytes);
          length += bytes.length;
          if (length >= maxBytes) {
            finish();
          }
        });
        opened.once('close', finish);
        opened.end();
      });
    } catch {
      // The connection is gone already.
      finish();
    }
  });
}
