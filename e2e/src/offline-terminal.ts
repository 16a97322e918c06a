// Part of `npm run release -- --check`: opens a terminal of a product that runs, to an sshd beside it, and reads its recording.
//   node --conditions=source offline-terminal.ts <address of the product>
import type { Asset } from '@jadegate/contract/access/asset';
import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { decodeEvents } from '@jadegate/contract/session/terminal-recording';

import * as hosts from './hosts.ts';
import { Client } from './support/client.ts';
import { OwnSshd } from './support/own-sshd.ts';
import { SteadyTerminal } from './support/steady-terminal.ts';
import { until } from './support/until.ts';

/** As scripts/lib/release-check/system-packages.mjs sets it. */
const LOGIN = { username: 'admin', password: 'a password for tests' };
const TEXT = 'without-any-way-out';

const [, , url = ''] = process.argv;
const admin = new Client(url);
const { token } = await admin.make<{ token: string }>('/login', LOGIN);
admin.useToken(token);
const sshd = await OwnSshd.start();
try {
  const { username, password } = hosts.ssh;
  const host = { name: 'beside', protocol: 'ssh', ip: hosts.LOOPBACK, port: sshd.port };
  const account = { accountType: 'custom', username, password };
  const asset = await admin.make<Asset>('/assets', { ...host, ...account });
  await admin.make(`/assets/${asset.id}/tcping`);
  const { id } = await admin.make<CreatedSession>(`/sessions?assetId=${asset.id}&mode=native`);

  const terminal = new SteadyTerminal({ url, sessionId: id, token });
  await until('a prompt', () => /[$#] $/.exec(terminal.shown) ?? undefined);
  terminal.type(`printf '%s-%s\\n' without any-way-out\rexit\r`);
  await until('the end of the session', async () => {
    const { data } = await admin.call<SessionRow>('GET', `/sessions/${id}`);
    return data.status === 'disconnected' || undefined;
  });
  const recorded = await readRecording(id);
  if (!recorded.includes(TEXT)) {
    throw new Error(`the recording does not show it:\n${recorded}`);
  }
  process.stdout.write(`  a terminal was opened; its recording holds ${recorded.length} characters\n`);
} finally {
  await sshd.remove();
}

async function readRecording(id: string): Promise<string> {
  const path = `/sessions/${id}/recording/segments`;
  const { data } = await admin.call<RecordingOutline>('GET', path);
  const parts: Uint8Array[] = [];
  for (const { index, offset } of data.segments) {
    const answer = await fetch(`${url}${path}/${index}`, { headers: { [TOKEN_HEADER]: token } });
    for (const event of decodeEvents(new Uint8Array(await answer.arrayBuffer()), offset)) {
      if (event.kind === 'output') {
        parts.push(event.bytes);
      }
    }
  }
  return Buffer.concat(parts).toString();
}
