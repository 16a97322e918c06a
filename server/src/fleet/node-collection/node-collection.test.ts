import os from 'node:os';

import type { ServerChannel } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { dial } from '../../protocols/dial/dial.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { realShell } from '../../testing/shell-exec.ts';
import { startSshHost, type SshHost, type SshHostOptions } from '../../testing/ssh-host.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { NodeCollectionService, type CollectFailed } from './node-collection.service.ts';

const PASSWORD = 'Node-pass1';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});

type Exec = NonNullable<SshHostOptions['exec']>;

/** A real shell on this machine, with a search path of the test's choosing, that ends with the test. */
const shell = (env: NodeJS.ProcessEnv = {}, before = ''): Exec =>
  realShell({ env, before, onStart: (kill) => closers.push(kill) });

const flood = (text: string) => (channel: ServerChannel) => {
  const go = () => {
    let hasRoom = true;
    while (hasRoom && channel.writable) {
      hasRoom = channel.write(text);
    }
  };
  channel.on('drain', go);
  channel.on('error', () => undefined);
  go();
};

const TRUSTED: HostKeyPolicy = { pinned: [], decide: () => 'trusted' };

interface Setting {
  host?: SshHostOptions;
  policy?: HostKeyPolicy;
  password?: string;
  limits?: ConstructorParameters<typeof NodeCollectionService>[0]['limits'];
  port?: number;
}

async function setUp({ host = {}, policy = TRUSTED, password = PASSWORD, limits, port }: Setting = {}) {
  const machine = await startSshHost({
    password: PASSWORD,
    shell: (channel) => channel.end(),
    exec: shell(),
    ...host,
  });
  const at = { port: port ?? machine.port };
  const service = new NodeCollectionService({
    gateways: { open: (target, options) => dial(target, { gateways: [] }, options) },
    hostKeys: { policy: async () => policy },
    clock: { now: () => Date.now() },
    attributes: async () => ({}),
    resolve: async (id) => ({
      id,
      name: id,
      protocol: 'ssh',
      host: '127.0.0.1',
      port: at.port,
      route: {},
      account: async () => ({
        username: 'root',
        auth: { kind: 'password' as const, password: new Secret(password) },
      }),
    }),
    ...(limits && { limits }),
  });
  closers.push(
    () => machine.close(),
    () => service.close(),
  );
  return { service, machine, at };
}

const metricsOf = (service: NodeCollectionService) =>
  service.metrics('one', { physicalInterfaces: [], gpuWords: [], before: undefined });

const failure = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason as CollectFailed,
  );
  return error?.problem;
};

const logins = ({ logins: all }: SshHost) => all.length;

describe('a machine', () => {
  it.each(['test:///etc/passwd', 'qemu+unix:///session?socket=/tmp/theirs', 'qemu+ssh://other/system'])(
    'is told nothing for a hypervisor at %s, which was stored by an earlier version',
    async (uri) => {
      const { service, machine } = await setUp();
      const place = { kind: 'libvirt', uri } as const;
      const vm = { provider: 'libvirt', key: 'x', host: null } as const;
      const problem = { kind: 'hypervisor-address' };
      expect(await failure(service.vms('one', place, { closely: 'all' }))).toEqual(problem);
      expect(await failure(service.actOnVm('one', place, vm, { action: 'start' }))).toEqual(problem);
      expect(logins(machine)).toBe(0);
    },
  );

  it('is asked one thing at a time on its one login, whoever asks; an action has a login of its own', async () => {
    let open = 0;
    let most = 0;
    const run = shell();
    const exec: Exec = (command, channel) => {
      most = Math.max(most, ++open);
      channel.once('close', () => (open -= 1));
      run(command, channel);
    };
    const { service, machine } = await setUp({ host: { exec } });
    const libvirt = { kind: 'libvirt', uri: 'lxc+unix:///system' } as const;
    const vms = () => service.vms('one', libvirt, { closely: [] });
    await Promise.all([metricsOf(service), vms(), metricsOf(service)]);
    expect({ most, logins: logins(machine) }).toEqual({ most: 1, logins: 1 });
    const vm = { provider: 'libvirt', key: '6695eb01-f6a4-8304-79aa-97f2502e193f', host: null } as const;
    expect(await service.actOnVm('one', libvirt, vm, { action: 'start' })).toMatchObject({ isDone: false });
    expect(logins(machine)).toBe(2);
  });

  it('says what it is and how it does, all on one login', async () => {
    const { service, machine } = await setUp();
    const { facts, isWhole, latencyMs, pollMs } = await service.facts('one', {});
    expect(isWhole).toBe(true);
    expect(facts.hostname).toBe(os.hostname());
    expect(facts.memory.totalBytes).toBe(os.totalmem());
    expect(pollMs).toBeGreaterThanOrEqual(latencyMs);
    const first = await metricsOf(service);
    expect(first.sample.memTotal).toBe(os.totalmem());
    expect(first.sample.cpuPct).toBeNull();
    const second = await service.metrics('one', {
      physicalInterfaces: [],
      gpuWords: [],
      before: first.counters,
    });
    expect(second.counters.cpu?.total).toBeGreaterThanOrEqual(first.counters.cpu?.total ?? Infinity);
    expect(Math.abs((second.hostClock ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(logins(machine)).toBe(1);
  });

  it('whose connection broke is logged in to again', async () => {
    const { service, machine } = await setUp();
    await metricsOf(service);
    for (const connection of machine.connections) {
      connection.end();
    }
    expect((await metricsOf(service)).sample.memTotal).toBe(os.totalmem());
    expect(logins(machine)).toBe(2);
  });

  it('that moved is reached where it is now', async () => {
    const { service, machine, at } = await setUp();
    await metricsOf(service);
    const other = await startSshHost({
      password: PASSWORD,
      shell: (channel) => channel.end(),
      exec: shell(),
    });
    closers.push(() => other.close());
    at.port = other.port;
    await metricsOf(service);
    expect([logins(machine), logins(other)]).toEqual([1, 1]);
  });

  it('may greet whoever logs in, and print what is no text', async () => {
    const { service } = await setUp({
      host: { exec: shell({}, "printf 'Welcome\\n@@0000000000000000 B meta\\n\\377\\376\\033[2J\\n'; ") },
    });
    const { facts, problems } = await service.facts('one', {});
    expect(facts.hostname).toBe(os.hostname());
    expect(problems.map(({ kind }) => kind)).not.toContain('parse');
  });
});

describe('a machine that cannot be asked', () => {
  it('does not listen', async () => {
    const { service } = await setUp({ port: await closedPort() });
    expect(await failure(service.facts('one', {}))).toMatchObject({ kind: 'tcp', way: { kind: 'refused' } });
  });

  it('accepts and says nothing', async () => {
    const { service, machine } = await setUp({ limits: { connectMs: 500 } });
    const freeze = setInterval(() => machine.freeze(), 1);
    closers.push(() => clearInterval(freeze));
    expect(await failure(service.facts('one', {}))).toMatchObject({ kind: 'tcp' });
  });

  it('refuses the password', async () => {
    const { service, machine } = await setUp({ password: 'Another-pass1' });
    expect(await failure(service.facts('one', {}))).toEqual({ kind: 'auth' });
    expect(logins(machine)).toBe(0);
  });

  it('has another key than before, and nothing is sent to it', async () => {
    const { service, machine } = await setUp({ policy: { pinned: [], decide: () => 'changed' } });
    expect(await failure(service.facts('one', {}))).toEqual({ kind: 'hostkey' });
    expect(logins(machine)).toBe(0);
  });

  it('has a key that nobody is there to learn', async () => {
    const { service } = await setUp({ policy: { pinned: [], decide: () => 'unknown' } });
    expect(await failure(service.facts('one', {}))).toEqual({ kind: 'hostkey-unknown' });
  });

  it.each<[string, Exec]>([
    ['has no shell', (_command, channel) => void (channel.write('% Invalid input\r\n'), channel.end())],
    ['closes at once', (_command, channel) => channel.close()],
  ])('%s', async (_what, exec) => {
    const { service } = await setUp({ host: { exec } });
    expect(await failure(service.facts('one', {}))).toEqual({ kind: 'shell' });
  });

  it('prints without end, and is read no further than it may', async () => {
    let sent = 0;
    const { service, machine } = await setUp({
      host: {
        exec: (_command, channel) => {
          channel.on('error', () => undefined);
          flood('\u001B]0;evil\u0007'.repeat(4000))(channel);
          channel.on('drain', () => (sent += 1));
        },
      },
    });
    expect(await failure(metricsOf(service))).toEqual({ kind: 'truncated' });
    await expect.poll(() => machine.connections.size).toBe(0);
    expect(sent).toBeLessThan(2000);
  });

  it('never comes to an end', async () => {
    const { service } = await setUp({ host: { exec: () => undefined }, limits: { metricsMs: 300 } });
    expect(await failure(metricsOf(service))).toEqual({ kind: 'timeout' });
  });
});

/** A host that answers as it likes, once it has read the whole script. */
const answering =
  (answer: (mark: string, channel: ServerChannel) => void): Exec =>
  (_command, channel) => {
    channel.on('error', () => undefined);
    let input = '';
    channel.on('data', (bytes: Buffer) => {
      input += String(bytes);
      const nonce = /^N=(\w+)$/m.exec(input)?.[1];
      if (nonce !== undefined && input.includes('main </dev/null')) {
        answer(`@@${nonce}`, channel);
      }
    });
  };
const memory = (mark: string) => `${mark} B meminfo\nMemTotal: 1000 kB\n${mark} E meminfo 0\n${mark} B df\n`;

describe('a part of an answer', () => {
  it('that hangs costs itself, and what came before is kept', async () => {
    const exec = answering((mark, channel) => channel.write(memory(mark)));
    const { service } = await setUp({ host: { exec }, limits: { metricsMs: 500 } });
    const answer = await metricsOf(service);
    expect(answer.sample.memTotal).toBe(1000 * 1024);
    expect(answer.isWhole).toBe(false);
    expect(answer.problems).toEqual([{ kind: 'timeout', section: 'df' }]);
  });

  it('that is more than is read is cut off, and what was whole is kept', async () => {
    const exec = answering((mark, channel) => {
      channel.write(memory(mark));
      flood('x '.repeat(15_000))(channel);
    });
    const { service } = await setUp({ host: { exec } });
    const answer = await metricsOf(service);
    expect(answer.sample.memTotal).toBe(1000 * 1024);
    expect(answer.problems.map(({ kind }) => kind)).toContain('truncated');
  });

  it('that cannot be read in reasonable time is given up, and the next one is read', async () => {
    const lines = `x${' '.repeat(200_000)}y\n`.repeat(8);
    let isEvil = true;
    const exec = answering((mark, channel) => {
      const df = isEvil ? lines : '';
      channel.write(`${mark} B df\n${df}${mark} E df 0\n${mark} B end\n${mark} E end 0\n`);
      channel.exit(0);
      channel.end();
    });
    const { service } = await setUp({ host: { exec }, limits: { readMs: 1000 } });
    // On the event loop the clock that gives up would not even run before it is read.
    expect(await failure(metricsOf(service))).toEqual({ kind: 'parse' });
    isEvil = false;
    expect((await metricsOf(service)).isWhole).toBe(true);
  });
});
