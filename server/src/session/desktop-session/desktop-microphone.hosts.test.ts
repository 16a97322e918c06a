// The microphone of a person at a real RDP host that hears one: only where the asset or the settings say so.
import type { CreatedSession } from '@jadegate/contract/session/session';
import { afterEach, beforeAll, expect, it } from 'vitest';

import { nlaHost, vncHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT, type TunnelClient } from '../../testing/desktop-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new DesktopKit(server);

beforeAll(() => kit.start());
afterEach(() => kit.leave());

const SOUND = 'audio/L16;rate=44100,channels=2';
const set = (value: string) =>
  server.current.call('PUT', '/properties', { token: kit.token, body: { 'enable-audio-input': value } });

/** What is answered to somebody whose client begins to send sound. */
async function answerTo(client: TunnelClient): Promise<string | undefined> {
  const ack = () => client.heard.find(([opcode, stream]) => opcode === 'ack' && stream === '7');
  client.send('audio', 7, SOUND);
  client.send('blob', 7, Buffer.alloc(4096).toString('base64'));
  await expect.poll(ack, PATIENT).toBeDefined();
  return ack()?.[3];
}

async function opened(change: object) {
  const assetId = await kit.asset(nlaHost, { protocol: 'rdp', change });
  const { microphone } = (await kit.prepared(assetId)) satisfies CreatedSession;
  const { client } = await kit.openedOn(assetId);
  expect(client.error).toBeUndefined();
  return { microphone, client };
}

it('is heard where the asset says so, and the page is told', async () => {
  const { microphone, client } = await opened({ 'enable-audio-input': 'true' });
  expect(microphone).toBe('1');
  expect(await answerTo(client)).toBe('0');
}, 60_000);

it('is refused where nobody says so, whatever a client sends', async () => {
  const { microphone, client } = await opened({});
  expect(microphone).toBe('0');
  expect(await answerTo(client)).toBe('771');
}, 60_000);

it('is what the settings say where the asset says nothing, and the asset has the last word', async () => {
  await set('true');
  try {
    expect((await opened({})).microphone).toBe('1');
    const { microphone, client } = await opened({ 'enable-audio-input': 'false' });
    expect(microphone).toBe('0');
    expect(await answerTo(client)).toBe('771');
    // There is none in VNC.
    expect((await kit.prepared(await kit.asset(vncHost))).microphone).toBe('0');
  } finally {
    await set('false');
  }
}, 60_000);
