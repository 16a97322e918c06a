import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

import type { SessionEnd } from '@jadegate/contract/session/session-end';
import { WebSocket, WebSocketServer } from 'ws';

import type { Actor } from '../kernel/actor.ts';
import { GuacdConnection, type GuacdEnd } from '../protocols/guacd/connection.ts';
import { InstructionReader } from '../protocols/guacd/instruction.ts';
import { ActLog } from '../session/desktop-session/act-log.ts';
import { DesktopStream } from '../session/desktop-session/desktop-stream.ts';
import type { SessionRecord } from '../session/session/session-kind.ts';
import { TunnelConnection } from '../ws/tunnel-connection.ts';

/** Where rigs are put together: a socket for browsers, and one on which a guacd of the test's own speaks. */
export class DesktopBench {
  readonly #browsers: WebSocketServer;
  readonly #guacds = net.createServer();

  private constructor() {
    this.#browsers = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
    this.#guacds.listen(0, '127.0.0.1');
  }

  static async open(): Promise<DesktopBench> {
    const bench = new DesktopBench();
    await Promise.all([once(bench.#browsers, 'listening'), once(bench.#guacds, 'listening')]);
    return bench;
  }

  close(): void {
    this.#browsers.close();
    this.#guacds.close();
  }

  /** A desktop between two ends that the test holds. All of it is real but guacd. */
  async rig(rights = { copy: true, paste: true }) {
    const { port } = this.#guacds.address() as AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    const [guacd] = (await once(this.#guacds, 'connection')) as [Socket];
    const browser = new WebSocket(`ws://127.0.0.1:${(this.#browsers.address() as AddressInfo).port}`);
    const opened = once(browser, 'open');
    const [server] = (await once(this.#browsers, 'connection')) as [WebSocket];
    await opened;
    const begin = { width: 800, height: 600, dpi: 96 };
    const client = new TunnelConnection(server, { language: 'en', begin });
    const ends: SessionEnd[] = [];
    const guacdEnds: GuacdEnd[] = [];
    const connection = new GuacdConnection({ socket, reader: new InstructionReader(), early: [], id: '$1' });
    const log = new ActLog({
      logs: { write: async () => undefined },
      session: { id: '1' } as SessionRecord,
      clock: Date,
      onTrouble: () => undefined,
    });
    const stream = new DesktopStream({
      connection,
      join: () => Promise.reject(new Error('nobody joins')),
      clock: { now: () => 0 },
      writer: undefined,
      size: begin,
      rights,
      log,
      keepsClipboard: true,
      keepsTyped: true,
      onActivity: () => undefined,
      person: () => ({ username: 'owner' }) as Actor,
      onEnd: (end) => {
        ends.push(end);
        void stream.close('over', 0);
      },
      onGuacdEnd: (end) => {
        guacdEnds.push(end);
        void stream.close('over', 0);
      },
      onRecorded: () => undefined,
      onTrouble: () => undefined,
      release: () => undefined,
      files: undefined,
      greetings: [],
    });
    guacd.on('error', () => undefined);
    browser.on('error', () => undefined);
    stream.control(client);
    return {
      guacd,
      browser,
      client,
      stream,
      ends,
      guacdEnds,
      close: async () => {
        await stream.close('over', 0);
        guacd.destroy();
        browser.terminate();
      },
    };
  }
}
