import { readFile } from 'node:fs/promises';
import { isIPv4, type Socket } from 'node:net';

/**
 * Bytes of a connection that the other side has not acknowledged yet, as Linux tells them; undefined where nobody does. What
 * stands here is lost when the other machine goes away, whatever `write` said.
 */
export async function unacknowledgedBytes(socket: Socket): Promise<number | undefined> {
  const { localPort, remotePort, localAddress = '' } = socket;
  if (localPort === undefined || remotePort === undefined) {
    return undefined;
  }
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
  const form = new RegExp(
    `^\\s*\\d+: [0-9A-F]+:${hex(localPort)} [0-9A-F]+:${hex(remotePort)} [0-9A-F]{2} ([0-9A-F]+):`,
    'm',
  );
  const tables = isIPv4(localAddress) ? ['tcp', 'tcp6'] : ['tcp6', 'tcp'];
  for (const table of tables) {
    const text = await readFile(`/proc/self/net/${table}`, 'latin1').catch(() => '');
    const [, waiting] = form.exec(text) ?? [];
    if (waiting !== undefined) {
      return Number.parseInt(waiting, 16);
    }
  }
  return undefined;
}
