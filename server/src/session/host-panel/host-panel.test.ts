import { spawn } from 'node:child_process';

import type { SessionStats } from '@jadegate/contract/session/session-stats';
import type { ServerChannel } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { SessionKit } from '../../testing/session-kit.ts';
import { clockLimit } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** A busy machine is slow, and right all the same. */
const SOON = { timeout: 15_000 };

type Exec = (command: string, channel: ServerChannel) => void;

/** A real shell, on a machine that is this one. */
const shell: Exec = (command, channel) => {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.pipe(channel, { end: false });
  child.once('close', (code) => {
    channel.exit(code ?? 1);
    channel.end();
  });
};

const server = useTestServer();
let exec: Exec = shell;
const commands: string[] = [];
const kit = new SessionKit(server, {
  exec: (command, channel) => {
    commands.push(command);
    channel.on('error', () => undefined);
    exec(command, channel);
  },
});
beforeAll(() => kit.start());
afterEach(() => {
  kit.leave();
  exec = shell;
  commands.length = 0;
});
afterAll(() => kit.stop());

const stats = (id: string, token = kit.token) =>
  server.current.call<SessionStats>('GET', `/sessions/${id}/stats`, { token });

const cpuSum = ({ cpu }: SessionStats) => cpu.user + cpu.system + cpu.idle + cpu.ioWait;

describe.runIf(process.platform === 'linux')('the host behind a session', () => {
  it('tells about itself, with the time of its processors from the second question on', async () => {
    const { id } = await kit.opened();
    const first = await stats(id);
    expect(first.code).toBe(1);
    expect(first.data.uptime).toBeGreaterThan(0);
    expect(first.data.hostname).not.toBe('');
    expect(first.data.load1).toMatch(/^\d+\.\d\d$/);
    expect(first.data.memTotal).toBeGreaterThan(first.data.memFree);
    expect(first.data.network).toHaveProperty('lo');
    expect(cpuSum(first.data)).toBe(0);
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    const second = await stats(id);
    expect(cpuSum(second.data)).toBeGreaterThan(20);
    expect(second.data.uptime).toBeGreaterThan(first.data.uptime);
    expect(second.data.hostname).toBe(first.data.hostname);
    // The name is looked up in the network, so it is asked for once.
    expect(commands.map((command) => command.includes('hostname -f'))).toEqual([true, false]);
  });

  it('has a beginning of its own in each session', async () => {
    const one = await kit.opened();
    await stats(one.id);
    const other = await kit.opened();
    expect(cpuSum((await stats(other.id)).data)).toBe(0);
  });

  it('is no part of the terminal or of its recording', async () => {
    const { id, client, shell: remote } = await kit.opened();
    await stats(id);
    expect(client.shown).toBe('$ ');
    remote.exit(0);
    remote.end();
    await expect.poll(async () => (await kit.row(id)).status, SOON).toBe('disconnected');
    const file = await server.current.inject('GET', `/sessions/${id}/recording`, { token: kit.token });
    expect(file.body).not.toContain('MemTotal');
    expect(file.body).not.toContain('sh -c');
  });

  it('is asked once when two windows ask at once', async () => {
    const { id } = await kit.opened();
    const [a, b] = await Promise.all([stats(id), stats(id)]);
    expect(a.data).toEqual(b.data);
    expect(commands).toHaveLength(1);
  });
});

describe('a host that tells nothing', () => {
  const refusals: [string, Exec][] = [
    ['knows no shell', (_command, channel) => void (channel.write('% Invalid input\r\n'), channel.end())],
    ['closes at once', (_command, channel) => channel.close()],
    [
      'prints without end',
      (_command, channel) => {
        const flood = () => {
          let hasRoom = true;
          while (hasRoom) {
            hasRoom = channel.writable && channel.write('x'.repeat(30_000));
          }
        };
        channel.on('drain', flood);
        flood();
      },
    ],
  ];
  it.each(refusals)('gives an empty answer and keeps its terminal: it %s', async (_what, how) => {
    exec = how;
    const { id, client } = await kit.opened();
    const { code, data } = await stats(id);
    expect(code).toBe(1);
    expect(data).toMatchObject({
      uptime: 0,
      hostname: '',
      load1: '',
      fileSystems: [],
      network: {},
      memTotal: 0,
    });
    expect(cpuSum(data)).toBe(0);
    client.type('x');
    await expect.poll(() => client.shown, SOON).toBe('$ x');
  });

  it('is given five seconds, and what it said by then counts', async () => {
    exec = (_command, channel) => channel.write('@uptime\n5.00 1.00\n');
    const { id } = await kit.opened();
    const began = Date.now();
    expect((await stats(id)).data.uptime).toBe(5000);
    expect(Date.now() - began).toBeLessThan(clockLimit(8000));
  });
});

describe('what is refused', () => {
  it('a stranger, whatever their rights, in the words of a session that is not there', async () => {
    const { id } = await kit.opened();
    const stranger = await server.current.loginAs({
      type: 'admin',
      menus: ['asset-access', 'online-session'],
    });
    const foreign = await stats(id, stranger.token);
    expect(foreign).toMatchObject({ code: 404, error: 'session.not_found' });
    expect({ ...foreign, requestId: '' }).toEqual({
      ...(await stats('nothing', stranger.token)),
      requestId: '',
    });
    expect(commands).toEqual([]);
  });

  it('a session that is over, and one whose right was lost', async () => {
    const past = await kit.past();
    expect(await stats(past)).toMatchObject({ error: 'session.over' });
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { id } = await kit.opened(person.token);
    await server.current.db.deleteFrom('user_role').where('user_id', '=', person.id).execute();
    expect(['session.not_found', 'session.over']).toContain((await stats(id, person.token)).error);
  });
});
