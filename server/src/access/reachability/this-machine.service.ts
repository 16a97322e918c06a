import { THIS_MACHINE } from '@jadegate/contract/access/asset-reachability';

import { SECOND_MS } from '../../kernel/clock.ts';
import { startDeadline } from '../../kernel/deadline.ts';
import { readBytes } from '../../kernel/read-bytes.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';

const GREETING = 'SSH-';
const PATIENCE_MS = SECOND_MS;

/** Looks whether the machine that we run on lets people in by SSH: somebody's first host, when nothing else is at hand. */
export class ThisMachineService {
  readonly #port: number;

  constructor(port: number = THIS_MACHINE.port) {
    this.#port = port;
  }

  async isThere(): Promise<boolean> {
    const deadline = startDeadline(PATIENCE_MS);
    try {
      const socket = await connectTcp({ host: THIS_MACHINE.host, port: this.#port }, deadline.signal);
      try {
        const greeting = await readBytes(socket, GREETING.length, deadline.signal);
        return greeting.toString('latin1') === GREETING;
      } finally {
        socket.destroy();
      }
    } catch {
      // Whatever it is that answers, or does not: there is nothing to offer.
      return false;
    } finally {
      deadline.end();
    }
  }
}
