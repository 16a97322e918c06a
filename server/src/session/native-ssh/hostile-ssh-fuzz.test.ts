import { once } from 'node:events';

import type { ServerChannel } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { sourceThreads } from '../../kernel/thread.ts';
import type { HostileWork } from '../../testing/hostile-ssh.thread.ts';
import { longestHold } from '../../testing/longest-hold.ts';
import { execOn, NativeSshKit, runForTest } from '../../testing/native-ssh-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { isSoak, shortOrSoak } from '../../testing/soak.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const SEEDS = Array.from({ length: shortOrSoak(1, 6) }, (_, at) => at + 7);
const ROUNDS = shortOrSoak(12, 300);
/** Of the processor, between two turns of the event loop. Timed where the machine does nothing else. */
const LONGEST_HOLD_MS = shortOrSoak(1000, 50);
const MOST_MORE_BYTES = 256 * 2 ** 20;

const server = useTestServer({ takesSsh: true });
const hosts = new SessionKit(server, {
  exec: (command, channel) => (command === 'flood' ? flood(channel) : runForTest(command, channel)),
});
const door = new NativeSshKit(server);

beforeAll(async () => {
  await hosts.start();
  await hosts.machine({ name: 'web' });
});
afterAll(() => hosts.stop());

/** Without an end, and a little at a time: this host is in the same thread. */
function flood(channel: ServerChannel): void {
  const piece = Buffer.alloc(32 * 1024, 'x');
  const go = () => {
    if (channel.writable && channel.write(piece)) {
      setImmediate(go);
    }
  };
  channel.on('drain', go).on('error', () => undefined);
  go();
}

it.each(SEEDS)(
  'is held up by no client, fills no memory and keeps nothing of it, whatever is sent (%i)',
  async (seed) => {
    const { nativeSsh, liveSessions } = server.current.services;
    const work: HostileWork = {
      port: door.port,
      username: 'admin@web',
      password: ADMIN_PASSWORD,
      seed,
      rounds: ROUNDS,
    };
    const before = process.memoryUsage().rss;
    let most = before;
    const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
    let acts = 0;
    const held = await longestHold(async () => {
      const thread = sourceThreads.start(
        new URL('../../testing/hostile-ssh.thread.ts', import.meta.url),
        work,
      );
      [acts] = await once(thread, 'message');
      await thread.terminate();
    });
    clearInterval(looking);
    if (isSoak) {
      const grown = ((most - before) / 2 ** 20).toFixed(0);
      process.stdout.write(`${acts} acts, held ${held.toFixed(1)} ms, ${grown} MiB more\n`);
    }
    expect(acts).toBeGreaterThan(10 * ROUNDS);
    expect(held).toBeLessThan(LONGEST_HOLD_MS);
    expect(most - before).toBeLessThan(MOST_MORE_BYTES);
    await until(() => expect([nativeSsh.connectionCount, nativeSsh.unprovenCount]).toEqual([0, 0]));
    await until(() => expect(liveSessions.count).toBe(0));
    expect(server.current.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    server.current.passTime(60 * MINUTE_MS);
    const honest = await door.connect('admin@web', { password: ADMIN_PASSWORD });
    expect(await execOn(honest, 'say still here')).toMatchObject({ output: 'still\n' });
    door.leave();
  },
  600_000,
);
