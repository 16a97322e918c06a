// The microphone of the browser at a real RDP desktop: heard where the asset allows it, and not there where it does not.
import type { Asset } from '@jadegate/contract/access/asset';
import { decodeInstructions } from '@jadegate/contract/session/guac-instruction';
import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { connected } from '../support/terminal-page.ts';

const browser = useBrowser();
let bed: SessionBed;

beforeAll(async () => {
  bed = await SessionBed.start({ env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: String(hosts.guacd.port) } });
});
afterAll(() => bed.product.dispose());

/** What went over the sockets of a page about sound. */
class SoundWire {
  opened = 0;
  blobs = 0;
  ended = 0;
  /** The codes with which the desktop answered; 0 is well. */
  readonly acks: string[] = [];
  readonly #streams = new Set<string>();

  constructor(page: Page) {
    page.on('websocket', (socket: WebSocket) => {
      socket.on('framesent', ({ payload }) => this.#sent(payload.toString()));
      socket.on('framereceived', ({ payload }) => this.#received(payload.toString()));
    });
  }

  #sent(frame: string): void {
    for (const [opcode, stream = ''] of decodeInstructions(frame)) {
      if (opcode === 'audio') {
        this.opened += 1;
        this.#streams.add(stream);
      } else if (this.#streams.has(stream)) {
        this.blobs += opcode === 'blob' ? 1 : 0;
        this.ended += opcode === 'end' ? 1 : 0;
      }
    }
  }

  #received(frame: string): void {
    for (const [opcode, stream = '', , code = ''] of decodeInstructions(frame)) {
      if (opcode === 'ack' && this.#streams.has(stream)) {
        this.acks.push(code);
      }
    }
  }
}

async function open(
  name: string,
  { asset = {}, permissions = [] }: { asset?: object; permissions?: string[] },
): Promise<{ page: Page; wire: SoundWire }> {
  const place = { ip: hosts.LOOPBACK, accountType: 'custom', protocol: 'rdp', ...hosts.rdpNla };
  const { id } = await bed.make<Asset>('/assets', { name, ...place, ...asset });
  await bed.admin.call('POST', `/assets/${id}/tcping`);
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, unused: true });
  await page.context().grantPermissions(permissions, { origin: bed.product.url });
  const wire = new SoundWire(page);
  await signIn(page, { password: PASSWORD, path: `/access?assetId=${id}&assetName=${name}&protocol=rdp` });
  await connected(page);
  return { page, wire };
}

const HEARS = { 'enable-audio-input': true };

it('is heard by the desktop while its button is on, and by nobody before and after', async () => {
  const { page, wire } = await open('hears', { asset: HEARS, permissions: ['microphone'] });
  expect(wire.opened).toBe(0);
  await page.getByRole('button', { name: '開啟麥克風' }).click();
  const off = page.getByRole('button', { name: '關閉麥克風' });
  await off.waitFor();
  expect(await off.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => wire.blobs, PATIENT).toBeGreaterThan(10);
  expect(wire.opened).toBe(1);
  expect(new Set(wire.acks)).toEqual(new Set(['0']));

  await off.click();
  await page.getByRole('button', { name: '開啟麥克風' }).waitFor();
  await expect.poll(() => wire.ended, PATIENT).toBe(1);
  const heard = wire.blobs;
  await page.waitForTimeout(500);
  expect(wire.blobs).toBe(heard);
});

it('is not there where neither asset nor settings allow it', async () => {
  const { page, wire } = await open('deaf', { permissions: ['microphone'] });
  expect(await page.getByRole('button', { name: '開啟麥克風' }).count()).toBe(0);
  expect(wire.opened).toBe(0);
});

it('says why when the browser does not give it', async () => {
  const { page, wire } = await open('refused', { asset: HEARS });
  await page.getByRole('button', { name: '開啟麥克風' }).click();
  await page.getByText('無法使用麥克風').waitFor();
  await page.getByRole('button', { name: '開啟麥克風' }).waitFor();
  expect(wire.blobs).toBe(0);
});
