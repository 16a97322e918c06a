import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { Client } from '../../../e2e/src/support/client.ts';
import { HOSTILE_TYPING } from '../hostile-typing.ts';
import { LeanTerminal } from '../lean-terminal.ts';
import type { Bound, Suite } from '../ratio.ts';
import { PROMPT, Stage } from '../stage.ts';

const COUNTER = fileURLToPath(new URL('../count-stalls.mjs', import.meta.url));
/** Nobody waits longer for anything that somebody else sends. */
const LONGEST_STALL_MS = 50;
/** A shell takes minutes to draw what is typed here; by then the reader has shown what it costs. */
const TYPING_MS = 10_000;
const AFTERWARDS_MS = 3000;
const FIRST = 'the first password';
const OWN = 'a password of their own';

interface Typist {
  client: Client;
  token: string;
}

/**
 * How long what one person types holds up everybody else: processor time of the product's main thread between two
 * turns of its event loop, from the first key until the session is written down. On a real shell, recorded.
 */
export async function terminalStalls(): Promise<Suite> {
  const stage = await Stage.start({ NODE_OPTIONS: `--import ${COUNTER}` });
  const free: Typist = { client: stage.client, token: stage.token };
  const filtered = await filteredTypist(stage);
  // A process that has just started runs code that nothing has made fast yet.
  for (const typist of [free, filtered]) {
    await sendAll(stage, typist, HOSTILE_TYPING[0]?.[1]() ?? []);
  }
  const of = (typist: Typist, how: string) =>
    HOSTILE_TYPING.map(([name, frames]): Bound => ({
      name: `longest stall by ${name}, ${how}`,
      unit: 'ms',
      candidate: {
        name: 'the product',
        run: () => longestStall(stage, () => sendAll(stage, typist, frames())),
      },
      atMost: LONGEST_STALL_MS,
      repetitions: 1,
    }));
  return {
    cases: [...of(free, 'without a command filter'), ...of(filtered, 'with one')],
    close: () => stage.close(),
  };
}

async function sendAll(
  stage: Stage,
  { client, token }: Typist,
  frames: Parameters<LeanTerminal['send']>[0][],
): Promise<void> {
  const path = `/sessions?assetId=${stage.assetId}&mode=native`;
  const { id } = await client.make<{ id: string }>(path);
  const terminal = new LeanTerminal({ url: stage.product.url, sessionId: id, token });
  await terminal.shows(PROMPT);
  for (const frame of frames) {
    terminal.send(frame);
  }
  await Promise.race([sleep(TYPING_MS), terminal.closed()]);
  await stage.client.call('POST', `/sessions/${id}/disconnect`);
  await terminal.closed();
  // Lines that nobody read are written down after it.
  await sleep(AFTERWARDS_MS);
}

async function longestStall({ product }: Stage, work: () => Promise<void>): Promise<number> {
  const answer = async () => {
    const from = product.output.length;
    process.kill(product.pid, 'SIGUSR2');
    for (;;) {
      const [, word] = /^stalls: (.+)$/m.exec(product.output.slice(from)) ?? [];
      if (word !== undefined) {
        return word;
      }
      await sleep(20);
    }
  };
  await answer();
  await work();
  return Number(await answer());
}

/** Somebody whose grant has a filter; none binds the administrator. */
async function filteredTypist({ product, client, assetId }: Stage): Promise<Typist> {
  const { id: commandFilterId } = await client.make<{ id: string }>('/command-filters', { name: 'bench' });
  for (const [type, pattern] of [
    ['prefix', 'rm'],
    ['regex', 'shut(down)?'],
  ]) {
    await client.make('/command-filter-rules', { commandFilterId, type, pattern, action: 'deny' });
  }
  const { id } = await client.make<{ id: string }>('/users', {
    username: 'typist',
    nickname: 'typist',
    type: 'user',
    password: FIRST,
  });
  await client.make('/authorised/users', { userIds: [id], assetId, commandFilterId });
  const typist = new Client(product.url);
  await typist.login('typist', FIRST);
  await typist.make('/account/change-password', { oldPassword: FIRST, newPassword: OWN });
  const { token } = await typist.make<{ token: string }>('/login', { username: 'typist', password: OWN });
  typist.useToken(token);
  return { client: typist, token };
}
