import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { WebSocket } from 'ws';

import { LOOPBACK } from '../../../e2e/src/hosts.ts';
import { Client } from '../../../e2e/src/support/client.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import { percentile, type Suite } from '../ratio.ts';
import { FLOOD_BYTES, FLOOD_KEY, PICTURE_KEY, ScriptedGuacd, SMALL_PICTURE } from '../scripted-guacd.ts';
import { processorSecondsOf, untilIdle } from '../stage.ts';
import { weigh, WEIGHED } from '../weigh.ts';

const PASSWORD = 'a password for benches';
const SESSIONS = 100;
const STROKES = 300;

const press = (key: number) => encodeInstruction('key', key, 1);

/** What a desktop costs beside the least that could carry it: processor time, delay and memory. */
export async function desktop(): Promise<Suite> {
  const guacd = await ScriptedGuacd.start();
  // Another one as the desktop: guacd's own port is refused as a target.
  const target = await ScriptedGuacd.start();
  const stage = await DesktopStage.start(guacd.port, target.port);
  const pipe = await PlainPipe.start(guacd.port);
  const opened = () => stage.open();
  return {
    cases: [
      {
        name: 'a desktop relayed and recorded, by processor time',
        unit: 'MB/s of processor',
        candidate: {
          name: 'product',
          run: async () => {
            const figure = await rated(stage.product.pid, await opened());
            await untilIdle(stage.product.pid);
            return figure;
          },
        },
        baseline: { name: 'plain pipe', run: async () => rated(pipe.pid, await pipe.browser()) },
        // One and a half times the processor time.
        atLeast: 1 / 1.5,
      },
      {
        name: 'from a key to the picture, at p50',
        unit: 'ms',
        candidate: { name: 'product', run: async () => delayOf(await opened()) },
        baseline: { name: 'guacd itself', run: () => delayWithout(guacd.port) },
        atMost: 2,
      },
      {
        name: `memory of ${SESSIONS} idle recorded desktops`,
        unit: 'kB each',
        candidate: {
          name: 'product',
          run: async () => {
            const first = await several(opened, 10);
            const before = await weigh(stage.product.pid);
            const all = await several(opened, SESSIONS);
            const each = ((await weigh(stage.product.pid)) - before) / SESSIONS;
            [...first, ...all].forEach((browser) => browser.terminate());
            return each;
          },
        },
        atMost: 1024,
        repetitions: 1,
      },
    ],
    close: async () => {
      await stage.product.dispose();
      pipe.close();
      guacd.close();
      target.close();
    },
  };
}

/** The built product in its own process, with a desktop that the script draws. */
class DesktopStage {
  readonly product: Product;
  readonly #client: Client;
  #token = '';
  #assetId = '';

  private constructor(product: Product) {
    this.product = product;
    this.#client = new Client(product.url);
  }

  static async start(guacdPort: number, targetPort: number): Promise<DesktopStage> {
    const env = {
      JADEGATE_ADMIN_PASSWORD: PASSWORD,
      JADEGATE_LOG_LEVEL: 'warn',
      GUACD_HOST: LOOPBACK,
      GUACD_PORT: String(guacdPort),
      ...WEIGHED,
    };
    const stage = new DesktopStage(await Product.start({ env }));
    const login = { username: 'admin', password: PASSWORD };
    stage.#token = (await stage.#client.make<{ token: string }>('/login', login)).token;
    stage.#client.useToken(stage.#token);
    // Somebody must answer at the target; what is drawn comes from the script.
    const account = { accountType: 'custom', username: '', password: 'none' };
    const place = { name: 'desktop', protocol: 'vnc', ip: LOOPBACK, port: targetPort };
    stage.#assetId = (await stage.#client.make<{ id: string }>('/assets', { ...place, ...account })).id;
    return stage;
  }

  /** A desktop with its first picture on it. */
  async open(): Promise<WebSocket> {
    const path = `/sessions?assetId=${this.#assetId}&mode=guacd`;
    const { data } = await this.#client.call<{ id: string }>('POST', path);
    const size = { width: '800', height: '600', dpi: '96' };
    const query = new URLSearchParams({ ...size, [TOKEN_HEADER]: this.#token }).toString();
    const address = `${this.product.url.replace('http', 'ws')}/sessions/${data.id}/tunnel?${query}`;
    const browser = new WebSocket(address, ['guacamole'], { headers: { origin: this.product.url } });
    await received(browser, SMALL_PICTURE.length);
    return browser;
  }
}

async function several(opened: () => Promise<WebSocket>, count: number): Promise<WebSocket[]> {
  const browsers: WebSocket[] = [];
  while (browsers.length < count) {
    browsers.push(await opened());
  }
  return browsers;
}

/** Resolves when so many bytes have come. */
function received(browser: WebSocket, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = bytes;
    const take = (message: Buffer) => {
      left -= message.length;
      if (left <= 0) {
        browser.off('message', take).off('error', reject).off('close', onClose);
        resolve();
      }
    };
    const onClose = () => reject(new Error('the desktop ended'));
    browser.on('message', take).on('error', reject).on('close', onClose);
  });
}

/** Megabytes carried for each second of processor time that the process takes. */
async function rated(pid: number, browser: WebSocket): Promise<number> {
  const before = processorSecondsOf(pid);
  const done = received(browser, FLOOD_BYTES);
  browser.send(press(FLOOD_KEY));
  await done;
  const seconds = processorSecondsOf(pid) - before;
  browser.terminate();
  return FLOOD_BYTES / 1e6 / seconds;
}

async function delayOf(browser: WebSocket): Promise<number> {
  const delays: number[] = [];
  for (let stroke = 0; stroke < STROKES; stroke++) {
    const started = performance.now();
    const done = received(browser, SMALL_PICTURE.length);
    browser.send(press(PICTURE_KEY));
    await done;
    delays.push(performance.now() - started);
  }
  browser.terminate();
  return percentile(delays, 0.5);
}

async function delayWithout(port: number): Promise<number> {
  const socket = connect(port, LOOPBACK);
  await once(socket, 'connect');
  const delays: number[] = [];
  for (let stroke = 0; stroke < STROKES; stroke++) {
    const started = performance.now();
    socket.write(press(PICTURE_KEY));
    for (let left = SMALL_PICTURE.length; left > 0;) {
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      left -= bytes.length;
    }
    delays.push(performance.now() - started);
  }
  socket.destroy();
  return percentile(delays, 0.5);
}

class PlainPipe {
  readonly #child: ChildProcess;
  readonly #port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  static async start(guacdPort: number): Promise<PlainPipe> {
    const script = fileURLToPath(new URL('../plain-pipe.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, String(guacdPort)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return new PlainPipe(child, Number(line.toString()));
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  async browser(): Promise<WebSocket> {
    const browser = new WebSocket(`ws://${LOOPBACK}:${this.#port}`);
    await once(browser, 'open');
    return browser;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
