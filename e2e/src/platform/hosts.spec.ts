// Each real host answers for real, and refuses what it should refuse: a test that passes against a host which lets
// everybody in would prove nothing.
import { describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { command, type CommandResult } from '../support/command.ts';
import { Conversation } from '../support/conversation.ts';
import { query } from '../support/postgres.ts';
import { telnetLogin } from '../support/telnet.ts';

async function talk<T>(port: number, work: (host: Conversation) => Promise<T>): Promise<T> {
  const host = await Conversation.open(port);
  try {
    return await work(host);
  } finally {
    host.close();
  }
}

describe('ssh', () => {
  const options = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'NumberOfPasswordPrompts=1',
    'LogLevel=ERROR',
  ];
  const target = [
    ...options.flatMap((option) => ['-o', option]),
    '-p',
    String(hosts.ssh.port),
    `${hosts.ssh.username}@${hosts.LOOPBACK}`,
  ];
  const byPassword = (password: string, remote: string): Promise<CommandResult> =>
    command('sshpass', ['-e', 'ssh', '-o', 'PubkeyAuthentication=no', ...target, remote], {
      SSHPASS: password,
    });

  it('logs in with the password', async () => {
    const { code, stdout } = await byPassword(hosts.ssh.password, 'echo "$USER on $(hostname)"');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^tgt on \S+\n$/) });
  });
  it('refuses a wrong password', async () => {
    const incorrectPassword = 5; // sshpass, when it is asked a second time
    expect(await byPassword('wrong', 'echo in')).toMatchObject({ code: incorrectPassword, stdout: '' });
  });
  it('logs in with the key, and not without', async () => {
    const byKey = (key: string): Promise<CommandResult> =>
      command('ssh', ['-o', 'BatchMode=yes', '-o', 'IdentitiesOnly=yes', '-i', key, ...target, 'echo in']);
    expect((await byKey(hosts.ssh.privateKeyFile)).stdout).toBe('in\n');
    expect((await byKey('/dev/null')).stderr).toContain('Permission denied');
  });
  it('shows the virtual machines of libvirt', async () => {
    const { stdout } = await byPassword(hosts.ssh.password, 'virsh list --all');
    expect(stdout).toMatch(/^ \d+\s+test\s+running$/m);
  });
});

describe('telnet', () => {
  it('logs in with the password', async () => {
    expect(await telnetLogin(hosts.telnet.password, /\$ $/)).toContain('tgt@');
  });
  it('refuses a wrong password', async () => {
    expect(await telnetLogin('wrong', /login: $/)).toContain('Login incorrect');
  });
});

it('VNC greets and asks for a password', async () => {
  const types = await talk(hosts.vnc.port, async (host) => {
    expect((await host.hearBytes(12)).toString()).toBe('RFB 003.008\n');
    host.send('RFB 003.008\n');
    return await host.hearBytes(2);
  });
  expect([...types]).toEqual([1, 2]); // one way in, and it is VNC authentication
});

describe('RDP', () => {
  const TLS = 1;
  const NLA = 2;
  /** Asks for security protocols (X.224 connection request, MS-RDPBCGR 2.2.1.1); answers the one the host chose. */
  const negotiate = (port: number, protocols: number): Promise<{ type: number; value: number }> =>
    talk(port, async (host) => {
      host.send(Uint8Array.of(3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, protocols, 0, 0, 0));
      const confirm = await host.hearBytes(19);
      expect(confirm[5]).toBe(0xd0); // X.224 connection confirm
      return { type: confirm[11] ?? 0, value: confirm[15] ?? 0 };
    });
  const CHOSEN = 2;
  const REFUSED = 3;

  it('of xrdp agrees on TLS', async () => {
    expect(await negotiate(hosts.rdp.port, TLS)).toEqual({ type: CHOSEN, value: TLS });
  });
  it('with NLA agrees on NLA', async () => {
    expect(await negotiate(hosts.rdpNla.port, TLS | NLA)).toEqual({ type: CHOSEN, value: NLA });
  });
  it('with NLA refuses less', async () => {
    expect((await negotiate(hosts.rdpNla.port, TLS)).type).toBe(REFUSED);
  });
});

describe('guacd', () => {
  it.each(['vnc', 'rdp'])('says what it wants to know for %s', async (protocol) => {
    const args = await talk(hosts.guacd.port, (host) => {
      host.send(`6.select,3.${protocol};`);
      return host.hearText(/;$/);
    });
    expect(args).toMatch(/^4\.args,13\.VERSION_1_\d_0,8\.hostname,4\.port,/);
  });
  it('opens the VNC desktop', async () => {
    const answer = await talk(hosts.guacd.port, async (host) => {
      const element = (value: string): string => `${value.length}.${value}`;
      const instruction = (...values: string[]): string => `${values.map(element).join(',')};`;
      host.send(instruction('select', 'vnc'));
      const names = [...(await host.hearText(/;$/)).matchAll(/\d+\.([^,;]+)/g)]
        .map(([, name]) => name ?? '')
        .slice(1);
      const known = new Map([
        ['hostname', hosts.LOOPBACK],
        ['port', String(hosts.vnc.port)],
        ['password', hosts.vnc.password],
      ]);
      const values = names.map((name) => (name.startsWith('VERSION_') ? name : (known.get(name) ?? '')));
      host.send(instruction('size', '800', '600', '96') + instruction('audio') + instruction('video'));
      host.send(instruction('image', 'image/png') + instruction('connect', ...values));
      return await host.hearText(/\.(img|error),/);
    });
    expect(answer).toContain('5.ready,');
    expect(answer).not.toContain('5.error,');
  });
});

describe('PostgreSQL', () => {
  const url = (password: string): string =>
    `postgres://${hosts.postgres.user}:${password}@${hosts.LOOPBACK}:${hosts.postgres.port}/postgres`;

  it('answers a query', async () => {
    expect(await query(url(hosts.postgres.password), 'select 1 + 1 as two')).toEqual([{ two: 2 }]);
  });
  it('refuses a wrong password', async () => {
    await expect(query(url('wrong'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });
});

describe('Redis', () => {
  const say = (text: string, answer: RegExp): Promise<string> =>
    talk(hosts.redis.port, (host) => {
      host.send(text);
      return host.hearText(answer);
    });

  it('answers after the password', async () => {
    expect(await say(`AUTH ${hosts.redis.password}\r\nPING\r\n`, /PONG/)).toBe('+OK\r\n+PONG\r\n');
  });
  it('refuses without', async () => {
    expect(await say('PING\r\n', /\n/)).toMatch(/^-NOAUTH/);
  });
});

describe('NATS', () => {
  const login = (pass: string): Promise<{ info: string; answer: string }> =>
    talk(hosts.nats.port, async (host) => {
      const info = await host.hearText(/^INFO .*\r\n/);
      host.send(`CONNECT ${JSON.stringify({ user: hosts.nats.user, pass, verbose: false })}\r\nPING\r\n`);
      return { info, answer: await host.hearText(/PONG|ERR/) };
    });

  it('greets with JetStream on and lets the user in', async () => {
    const { info, answer } = await login(hosts.nats.password);
    expect(JSON.parse(info.slice('INFO '.length))).toMatchObject({ jetstream: true, auth_required: true });
    expect(answer).toBe('PONG\r\n');
  });
  it('refuses a wrong password', async () => {
    expect((await login('wrong')).answer).toContain('Authorization Violation');
  });
});

describe('LDAP', () => {
  const bind = (password: string): Promise<CommandResult> =>
    command('ldapwhoami', ['-x', '-H', hosts.ldap.url, '-D', hosts.ldap.userDn, '-w', password]);

  it('binds with the password', async () => {
    expect(await bind(hosts.ldap.password)).toMatchObject({ code: 0, stdout: `dn:${hosts.ldap.userDn}\n` });
  });
  it('refuses a wrong password', async () => {
    expect((await bind('wrong')).code).toBe(49); // invalidCredentials
  });
});

describe('S3', () => {
  const bucket = `${hosts.s3.url}/hosts-spec`;
  const put = async (secret: string): Promise<string> => {
    const user = `${hosts.s3.accessKeyId}:${secret}`;
    const signing = ['--aws-sigv4', 'aws:amz:us-east-1:s3', '--user', user];
    const header = ['-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD']; // the gateway wants it, curl does not add it
    const onlyStatus = ['-s', '-o', '/dev/null', '-w', '%{http_code}'];
    return (await command('curl', [...onlyStatus, '-X', 'PUT', ...signing, ...header, bucket])).stdout;
  };

  it('makes a bucket for its user', async () => {
    expect(await put(hosts.s3.secretAccessKey)).toBe('200');
  });
  it('refuses a wrong secret', async () => {
    expect(await put('wrong')).toBe('403');
  });
  it('refuses a stranger', async () => {
    expect((await fetch(`${bucket}-2`, { method: 'PUT' })).status).toBe(403);
  });
});
