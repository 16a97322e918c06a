import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8088,
      ssh: { host: '127.0.0.1', port: 2222 },
      logLevel: 'info',
      firstAdmin: { username: 'admin', password: undefined },
      trustedProxies: [],
      databaseUrl: undefined,
    });
    expect(readConfig({}).dataDir).toMatch(/\/data$/);
  });

  it('in a file mean the same to systemd: a # that is not in quotes is refused, by name alone', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-settings-'));
    const file = path.join(folder, 'jadegate.env');
    const read = (...lines: string[]) => {
      writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
      return readConfig({ JADEGATE_CONFIG: file });
    };
    try {
      for (const value of ['open#sesame', 'open #sesame', '"open" #sesame', '#sesame']) {
        const refused = () => read('# JADEGATE_HOST=#', `JADEGATE_ADMIN_PASSWORD=${value}`);
        expect(refused).toThrow(/JADEGATE_ADMIN_PASSWORD/);
        expect(refused).not.toThrow(/sesame/);
      }
      for (const quoted of ['"open#sesame"', "'open#sesame'"]) {
        const { firstAdmin } = read('# a comment', `JADEGATE_ADMIN_PASSWORD=${quoted}`, 'OTHER=a#b');
        expect(firstAdmin.password).toBe('open#sesame');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe('from files of their own', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-secret-'));
    const key = path.join(folder, 'password');
    const pem = path.join(folder, 'key.pem');
    const empty = path.join(folder, 'empty');
    beforeEach(() => {
      writeFileSync(key, 'open sesame\n', { mode: 0o600 });
      writeFileSync(empty, '\n');
      writeFileSync(pem, '-----BEGIN PRIVATE KEY-----\nsesame\n-----END PRIVATE KEY-----\n', { mode: 0o600 });
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    const read = (env: NodeJS.Dict<string>) => readConfig({ JADEGATE_ADMIN_PASSWORD_FILE: key, ...env });

    it('are taken without the newline at the end, and said where from', () => {
      const { firstAdmin, given } = read({});
      expect(firstAdmin.password).toBe('open sesame');
      expect(given.origins.JADEGATE_ADMIN_PASSWORD).toContain('JADEGATE_ADMIN_PASSWORD_FILE');
      expect(given.warnings).toEqual([]);
      expect(readConfig({ JADEGATE_ADVISORY_FILE: '/x' }).advisoryFile).toBe('/x');
    });

    it('are warned of where everybody can read a secret, and only then', () => {
      chmodSync(key, 0o644);
      expect(read({}).given.warnings).toEqual([expect.stringContaining(`chmod o= ${key}`)]);
      expect(readConfig({ JADEGATE_ADMIN_USERNAME_FILE: key }).given.warnings).toEqual([]);
    });

    it('are plain files of text, so that no start waits for a pipe or a device', () => {
      const odd = path.join(folder, 'odd');
      const refused = (file: string) => () => readConfig({ JADEGATE_ADMIN_PASSWORD_FILE: file });
      execFileSync('mkfifo', [odd]);
      expect(refused(odd)).toThrow(/JADEGATE_ADMIN_PASSWORD_FILE names .*no plain file/);
      expect(() => readConfig({ JADEGATE_CONFIG: odd })).toThrow(/the settings file .*no plain file/);
      rmSync(odd);
      expect(refused('/dev/zero')).toThrow(/no plain file/);
      expect(refused(folder)).toThrow(/no plain file/);
      writeFileSync(odd, '');
      truncateSync(odd, 1024 ** 3);
      expect(refused(odd)).toThrow(/larger than/);
      // as PowerShell writes it, which would pass for another password
      writeFileSync(odd, Buffer.from('\ufeffopen sesame', 'utf16le'));
      expect(refused(odd)).toThrow(/no text in UTF-8/);
      writeFileSync(odd, '\ufeffopen sesame\r\n');
      expect(readConfig({ JADEGATE_ADMIN_PASSWORD_FILE: odd }).firstAdmin.password).toBe('open sesame');
    });

    it.each([
      ['given twice', { JADEGATE_ADMIN_PASSWORD: 'something else' }, /both set/],
      ['not there', { JADEGATE_ADMIN_PASSWORD_FILE: '/nowhere' }, /\/nowhere.*ENOENT/],
      ['empty', { JADEGATE_ADMIN_PASSWORD_FILE: empty }, /is empty/],
      ['not usable', { JADEGATE_PORT_FILE: key }, /JADEGATE_PORT: /],
      [
        'what another setting names',
        { JADEGATE_TLS_CERT: '/x', JADEGATE_TLS_KEY_FILE: pem },
        /path of a file/,
      ],
    ])('%s are refused by name, without what is in the file', (_what, env, reason) => {
      expect(() => read(env)).toThrow(reason);
      expect(() => read(env)).toThrow(Object.keys(env).at(-1)?.replace('_FILE', ''));
      expect(() => read(env)).not.toThrow(/sesame/);
    });

    it('of the environment win over the settings file', () => {
      const file = path.join(folder, 'jadegate.env');
      writeFileSync(file, 'JADEGATE_ADMIN_PASSWORD=of the file\n', { mode: 0o600 });
      expect(read({ JADEGATE_CONFIG: file }).firstAdmin.password).toBe('open sesame');
    });
  });

  it.each([
    ['JADEGATE_DATADIR', 'JADEGATE_DATA_DIR'],
    ['JADEGATE_TRUSTED_PROXY', 'JADEGATE_TRUSTED_PROXIES'],
    ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
    ['GUACD_HOST_FIEL', 'GUACD_HOST_FILE'],
  ])('refuse %s, and name %s', (name, right) => {
    expect(() => readConfig({ [name]: 'open sesame' })).toThrow(new RegExp(`${name}: .*\\b${right}\\?`));
    expect(() => readConfig({ [name]: 'open sesame' })).not.toThrow(/sesame/);
  });

  it('know what Kubernetes sets for a Service, and leave names of other programs alone', () => {
    const links = [
      ['JADEGATE_PORT', 'tcp://10.0.0.1:8088'],
      ['JADEGATE_SERVICE_HOST', '10.0.0.1'],
      ['JADEGATE_PORT_8088_TCP_ADDR', '10.0.0.1'],
      ['GUACD_PORT', 'tcp://10.0.0.2:4822'],
    ] as const;
    for (const [name, value] of links) {
      expect(() => readConfig({ [name]: value })).toThrow(/enableServiceLinks: false/);
    }
    expect(readConfig({ POSTGRES_SERVICE_HOST: '10.0.0.3', JADEGATE_TEST_ENGINE: 'x' }).port).toBe(8088);
  });

  it('take an empty value as absent', () => {
    expect(readConfig({ JADEGATE_PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 8088,
      databaseUrl: undefined,
    });
  });

  it.each([
    ['JADEGATE_PORT', 'eighty'],
    ['JADEGATE_PORT', '70000'],
    ['JADEGATE_ADMIN_PASSWORD', 'short'],
    ['JADEGATE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['JADEGATE_TRUSTED_PROXIES', 'everybody'],
    ['JADEGATE_PUBLIC_URL', 'gateway'],
    ['JADEGATE_PUBLIC_URL', 'ftp://gate.example'],
    ['JADEGATE_PUBLIC_URL', 'https://gate.example/console'],
    ['JADEGATE_PUBLIC_URL', 'https://me:secret@gate.example'],
    ['JADEGATE_CONNECTIONS_PER_ADDRESS', 'many'],
    ['JADEGATE_PEER_URL', 'https://gate.example/path'],
    ['JADEGATE_TLS_CERT', '/etc/alone.pem'],
    ['JADEGATE_TLS_KEY', '/etc/alone.pem'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'nonsense'],
    ['JADEGATE_METRICS_TOKEN', 'short'],
  ])('explain what is wrong with %s=%s without repeating it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
    expect(() => readConfig({ [name]: value })).not.toThrow(new RegExp(`\\b${value}\\b`));
  });

  it('take the port for SSH clients by number, or off', () => {
    const read = (port: string) => readConfig({ JADEGATE_SSH_PORT: port, JADEGATE_HOST: '::1' }).ssh;
    expect(read('22')).toMatchObject({ host: '::1', port: 22 });
    expect(read('off')).toMatchObject({ port: undefined });
    expect(() => read('open')).toThrow(/JADEGATE_SSH_PORT: must be a port \(0 to 65535\), or off/);
  });

  it('read lists of proxies', () => {
    const { trustedProxies } = readConfig({ JADEGATE_TRUSTED_PROXIES: '127.0.0.1, ::1/128' });
    expect(trustedProxies).toEqual(['127.0.0.1', '::1/128']);
  });

  it('let servers meet over TLS, or in the clear where somebody says that nobody listens', () => {
    const DATABASE_URL = 'postgres://db.example/gate';
    expect(readConfig({ DATABASE_URL }).peer).toBeUndefined();
    const tls = { DATABASE_URL, JADEGATE_PEER_URL: 'https://gate-1.internal:8443/' };
    expect(readConfig(tls).peer).toEqual({ url: 'https://gate-1.internal:8443', ca: undefined });
    const plain = { DATABASE_URL, JADEGATE_PEER_URL: 'http://10.0.0.5:8088' };
    expect(() => readConfig(plain)).toThrow(/JADEGATE_PEER_PLAINTEXT=private-network/);
    expect(() => readConfig({ ...plain, JADEGATE_PEER_PLAINTEXT: 'yes' })).toThrow(/JADEGATE_PEER_PLAINTEXT/);
    expect(readConfig({ ...plain, JADEGATE_PEER_PLAINTEXT: 'private-network' }).peer?.url).toBe(
      'http://10.0.0.5:8088',
    );
    expect(() => readConfig({ JADEGATE_PEER_URL: 'https://gate-1.internal' })).toThrow(/DATABASE_URL/);
    expect(() => readConfig({ ...tls, JADEGATE_PEER_CA: '/nowhere.pem' })).toThrow(/JADEGATE_PEER_CA/);
    expect(() => readConfig({ ...tls, JADEGATE_PEER_CA: import.meta.filename })).toThrow(/JADEGATE_PEER_CA/);
  });

  it('take S3 whole or not at all, and print no key', () => {
    expect(readConfig({}).s3).toBeUndefined();
    const whole = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'open sesame' };
    const { s3 } = readConfig({ ...whole, S3_ENDPOINT: 'http://127.0.0.1:9000' });
    expect(s3).toMatchObject({ endpoint: 'http://127.0.0.1:9000', bucket: 'files', accessKeyId: 'id' });
    expect(JSON.stringify(s3)).not.toContain('sesame');
    expect(() => readConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'files' })).toThrow(
      /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set/,
    );
  });

  it('say how long the token of metrics must be', () => {
    const read = (token: string) => readConfig({ JADEGATE_METRICS_TOKEN: token }).metricsToken;
    expect(() => read('fifteen-letters')).toThrow(/JADEGATE_METRICS_TOKEN: must have at least 16 characters/);
    expect(read('sixteen-letters.')).toBe('sixteen-letters.');
  });

  it('read public addresses as browsers write them', () => {
    const { publicUrls } = readConfig({
      JADEGATE_PUBLIC_URL: 'https://Gate.example:443/, http://10.0.0.5:8088',
    });
    expect(publicUrls).toEqual(['https://gate.example', 'http://10.0.0.5:8088']);
  });
});
