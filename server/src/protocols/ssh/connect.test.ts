import { once } from 'node:events';
import net from 'node:net';

import ssh2 from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { KEY_PASSPHRASE, testKeys } from '../../testing/keys.ts';
import { newRsaHostKey, startSshHost, type SshHost, type SshHostOptions } from '../../testing/ssh-host.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { offeredAlgorithms } from './algorithms.ts';
import { connectSsh, fetchHostKey, type SshOptions } from './connect.ts';
import { readHostKey } from './host-key.ts';
import { openPrivateKey } from './inspect-private-key.ts';
import { SshError } from './ssh-error.ts';
import { openSshTerminal } from './terminal.ts';

const PASSWORD = 'host-pass-1182';
const password = { kind: 'password', password: new Secret(PASSWORD) } as const;
const hosts: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    await host.close();
  }
});

async function host(options: SshHostOptions = {}): Promise<SshHost> {
  const started = await startSshHost({ password: PASSWORD, ...options });
  hosts.push(started);
  return started;
}

async function connect(port: number, change: Partial<SshOptions> = {}) {
  const stream = change.stream ?? net.connect(port, '127.0.0.1');
  const client = await connectSsh({
    stream,
    username: 'someone',
    auth: password,
    hostKey: { pinned: [], decide: () => 'trusted' },
    timeoutMs: 5000,
    ...change,
  });
  return { client, stream };
}

async function refusal(port: number, change: Partial<SshOptions> = {}): Promise<SshError> {
  const error = await connect(port, change).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SshError);
  return error as SshError;
}

it('leaves a host that takes packets of no size: there would be no end of them', async () => {
  const started = await host({ shell: (channel) => channel.write('$ '), exec: () => undefined });
  const { client } = await connect(started.port);
  for (const connection of started.connections) {
    const { _protocol: protocol } = connection as unknown as {
      _protocol: { channelOpenConfirm(to: number, from: number, window: number, packet: number): void };
    };
    const confirm = protocol.channelOpenConfirm.bind(protocol);
    protocol.channelOpenConfirm = (to, from, window) => confirm(to, from, window, 0);
  }
  const left = once(client, 'close');
  client.exec('anything', (_error, channel) => channel?.write('bytes'));
  expect(await left).toBeDefined();
});

describe('logging in', () => {
  it('works with a password, without waiting for small packets', async () => {
    const { port, logins } = await host();
    const { client, stream } = await connect(port);
    expect(logins).toEqual(['someone']);
    client.destroy();
    expect(stream.destroyed).toBe(true);
  });

  it('works where the password is the answer to a question', async () => {
    const { port, logins } = await host({ interactiveOnly: true });
    const { client } = await connect(port);
    client.destroy();
    expect(logins).toEqual(['someone']);
  });

  it('asks the person when nothing is stored', async () => {
    const { port } = await host({ interactiveOnly: true });
    const asked: string[] = [];
    const { client } = await connect(port, {
      auth: undefined,
      keyboardInteractive: async (prompts) => {
        asked.push(...prompts.map(({ prompt }) => prompt));
        return [PASSWORD];
      },
    });
    client.destroy();
    expect(asked).toEqual(['Password: ']);
  });

  it.each(['ed25519', 'ed25519Locked', 'rsaPem', 'rsaPemLocked', 'ecPkcs8'] as const)(
    'works with a private key: %s',
    async (name) => {
      const text = testKeys()[name];
      const opened = await openPrivateKey(text, KEY_PASSPHRASE);
      const parsed = ssh2.utils.parseKey(opened ?? '');
      const publicKey = `x ${(parsed as ssh2.ParsedKey).getPublicSSH().toString('base64')}`;
      const { port, logins } = await host({ publicKey });
      const auth = {
        kind: 'key',
        privateKey: new Secret(text),
        passphrase: new Secret(KEY_PASSPHRASE),
      } as const;
      const { client } = await connect(port, { auth });
      client.destroy();
      expect(logins).toEqual(['someone']);
    },
  );

  it('says that the login failed, and nothing more', async () => {
    const { port, sockets } = await host();
    const wrong = { kind: 'password', password: new Secret('not-this-9981') } as const;
    const error = await refusal(port, { auth: wrong });
    expect(error.kind).toBe('auth_failed');
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('not-this-9981');
    const locked = { kind: 'key', privateKey: new Secret(testKeys().ed25519Locked) } as const;
    expect((await refusal(port, { auth: locked })).kind).toBe('auth_failed');
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe('the host key', () => {
  it('is refused when unknown or changed, before anything of the login is sent', async () => {
    const { port, logins } = await host({ hostKey: newRsaHostKey(2048) });
    const unknown = await refusal(port, { hostKey: { pinned: [], decide: () => 'unknown' } });
    expect(unknown).toMatchObject({ kind: 'host_key_unknown', offered: { keyType: 'ssh-rsa' } });
    const known = { keyType: 'ssh-rsa', fingerprint: 'SHA256:other', publicKey: 'AAAA' };
    const changed = await refusal(port, { hostKey: { pinned: [known], decide: () => 'changed' } });
    expect(changed).toMatchObject({
      kind: 'host_key_changed',
      expected: [known],
      offered: { keyType: 'ssh-rsa' },
    });
    expect(logins).toEqual([]);
  });

  it('is refused when its policy cannot answer', async () => {
    const { port } = await host();
    const decide = async () => {
      throw new Error('the database is away');
    };
    expect((await refusal(port, { hostKey: { pinned: [], decide } })).kind).toBe('handshake');
  });

  it('is refused when it is too short', async () => {
    const { port } = await host({ hostKey: newRsaHostKey(1024) });
    expect((await refusal(port)).kind).toBe('handshake');
    const { client } = await connect(port, { legacyAlgorithms: true });
    client.destroy();
  });

  it('can be read without logging in', async () => {
    const { port, logins, sockets } = await host();
    const stream = net.connect(port, '127.0.0.1');
    const key = await fetchHostKey({ stream, pinned: [], timeoutMs: 5000 });
    expect(key).toMatchObject({
      keyType: 'ecdsa-sha2-nistp256',
      fingerprint: expect.stringMatching(/^SHA256:.{43}$/),
    });
    expect(logins).toEqual([]);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('is asked for by the type that is known', () => {
    const pinned = [{ keyType: 'ssh-rsa', fingerprint: '', publicKey: '' }];
    const offered = offeredAlgorithms(pinned, false).serverHostKey as string[];
    expect(offered.slice(0, 3)).toEqual(['rsa-sha2-512', 'rsa-sha2-256', 'ssh-ed25519']);
  });

  it.each([Buffer.alloc(0), Buffer.alloc(3), Buffer.from([0, 0, 0, 200, 1]), Buffer.alloc(9000, 1)])(
    'is no key when it is rubbish',
    (blob) => {
      expect(readHostKey(blob)).toBeUndefined();
    },
  );
});

describe('algorithms', () => {
  it('are without CBC and SHA-1 unless asked for', async () => {
    const modern = JSON.stringify(offeredAlgorithms([], false));
    expect(modern).not.toMatch(/cbc|sha1|"ssh-rsa"|md5|arcfour|zlib/);
    const old = { kex: ['diffie-hellman-group14-sha1'], cipher: ['aes128-cbc'] };
    const { port } = await host({ algorithms: old as never });
    expect((await refusal(port)).kind).toBe('handshake');
    const { client } = await connect(port, { legacyAlgorithms: true });
    client.destroy();
  });

  it('are agreed on strictly, so that nobody on the way can cut off the beginning', async () => {
    const greeting = 'SSH-2.0-OpenSSH_9.9\r\n';
    const heard = await new Promise<string>((resolve) => {
      const listener = net.createServer((socket) => {
        let bytes = '';
        socket.on('error', () => undefined);
        socket.write(greeting);
        socket.on('data', (chunk) => {
          bytes += chunk.toString('latin1');
          if (bytes.includes('kex-strict') || bytes.includes('none,zlib') || bytes.length > 4096) {
            socket.destroy();
            resolve(bytes);
          }
        });
      });
      hosts.push({ close: () => new Promise((done) => listener.close(() => done())) });
      listener.listen(0, '127.0.0.1', () => {
        const { port } = listener.address() as net.AddressInfo;
        void connect(port, { timeoutMs: 2000 }).catch(() => undefined);
      });
    });
    expect(heard).toContain('kex-strict-c-v00@openssh.com');
    expect(heard).not.toMatch(/-cbc|hmac-sha1\b|ssh-rsa,|group1-sha1/);
  });
});

describe('giving up', () => {
  it('when the host says nothing, something else, or goes away', async () => {
    const silent = await startTcpHost(undefined, { isSilent: true });
    const web = await startTcpHost('HTTP/1.1 400 Bad Request\r\n\r\n');
    hosts.push(silent, web);
    expect((await refusal(silent.port, { timeoutMs: 300 })).kind).toBe('timeout');
    expect((await refusal(web.port, { timeoutMs: 1000 })).kind).toMatch(/timeout|handshake/);
    await expect.poll(() => silent.sockets.size + web.sockets.size).toBe(0);
    const { port } = await host();
    const stream = net.connect(port, '127.0.0.1');
    stream.destroy();
    expect((await refusal(port, { stream })).kind).toBe('closed');
  });

  it('when the caller leaves', async () => {
    const { port, sockets } = await host();
    expect((await refusal(port, { signal: AbortSignal.abort() })).kind).toBe('aborted');
    const leaving = new AbortController();
    const decide = () => {
      leaving.abort();
      return new Promise<never>(() => undefined);
    };
    const error = await refusal(port, { signal: leaving.signal, hostKey: { pinned: [], decide } });
    expect(error.kind).toBe('aborted');
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe('a terminal whose network is gone', () => {
  it.each([
    ['nobody types', false],
    ['somebody types into the silence', true],
  ])('is found silent after three questions without an answer, also when %s', async (_what, types) => {
    const gone = await host({ shell: (channel) => void channel.write('$ ') });
    const { client } = await connect(gone.port, { keepaliveMs: 100 });
    const ends: string[] = [];
    let shown = '';
    const terminal = await openSshTerminal(
      client,
      { size: { cols: 80, rows: 24 }, term: 'xterm' },
      {
        onData: (bytes) => (shown += Buffer.from(bytes).toString()),
        onTaken: () => undefined,
        onEnd: ({ kind }) => ends.push(kind),
      },
    );
    await expect.poll(() => shown).toBe('$ ');
    // As long as it answers, it lives.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(ends).toEqual([]);
    gone.freeze();
    const typing = types ? setInterval(() => terminal.write(Buffer.from('echo lost\r')), 20) : undefined;
    await expect.poll(() => ends).toEqual(['silent']);
    clearInterval(typing);
  });
});
