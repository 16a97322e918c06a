import type { Duplex } from 'node:stream';

import type { Client } from 'ssh2';

import { closing } from './forward.ts';
import { SshError } from './ssh-error.ts';

/** A subsystem of the host, such as `sftp`, as bytes. Rejects where it has none of the name. */
export function openSubsystem(client: Client, name: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new SshError('closed'));
    client.once('close', onClose);
    try {
      client.subsys(name, (error, channel) => {
        client.off('close', onClose);
        if (error) {
          reject(error);
        } else {
          resolve(closing(channel));
        }
      });
    } catch (error) {
      client.off('close', onClose);
      reject(new SshError('closed', { cause: error }));
    }
  });
}
