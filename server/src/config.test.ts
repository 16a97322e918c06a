import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8088,
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
