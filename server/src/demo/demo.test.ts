import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readConfig } from '../config.ts';
import { DemoError, refuseDemoDirectory } from '../data-directory.ts';
import { DemoDirectory } from './demo-directory.ts';
import { demoConfig } from './demo.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jadegate-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the directory of a demo', () => {
  it('is kept from start to start once it was filled, and made anew when asked to', () => {
    const path = join(folder, 'data-demo');
    const first = DemoDirectory.open(path, { isFresh: false });
    first.keepFilled();
    writeFileSync(join(path, 'jadegate.db'), '');
    expect(DemoDirectory.open(path, { isFresh: false }).record).toEqual(first.record);
    const fresh = DemoDirectory.open(path, { isFresh: true });
    expect(fresh.record.password).not.toBe(first.record.password);
    expect(existsSync(join(path, 'jadegate.db'))).toBe(false);
  });

  it('is begun anew when it was left half filled', () => {
    const first = DemoDirectory.open(folder, { isFresh: false });
    expect(DemoDirectory.open(folder, { isFresh: false }).record).not.toEqual(first.record);
  });

  it('is begun anew when what it keeps of itself was cut off, and a full disk cuts off nothing', () => {
    const first = DemoDirectory.open(folder, { isFresh: false });
    first.keepFilled();
    mkdirSync(join(folder, 'demo.json.part'));
    expect(() => first.keepPlaces([])).toThrow('EISDIR');
    expect(DemoDirectory.open(folder, { isFresh: false }).record.password).toBe(first.record.password);
    for (const isFresh of [false, true]) {
      writeFileSync(join(folder, 'demo.json'), '{"password": "cut');
      expect(DemoDirectory.open(folder, { isFresh }).record.isFilled).toBe(false);
    }
  });

  it('is refused by a normal start, and a demo refuses that of an installation, also to begin anew', () => {
    DemoDirectory.open(join(folder, 'demo'), { isFresh: false });
    expect(() => refuseDemoDirectory(join(folder, 'demo'))).toThrow(DemoError);
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'jadegate.db'), '');
    expect(() => DemoDirectory.open(join(folder, 'real'), { isFresh: true })).toThrow(DemoError);
    expect(existsSync(join(folder, 'real', 'jadegate.db'))).toBe(true);
    expect(() => refuseDemoDirectory(join(folder, 'real'))).not.toThrow();
  });

  it('is never one in which somebody has files: beginning anew would remove them', () => {
    writeFileSync(join(folder, 'letter.txt'), '');
    expect(() => DemoDirectory.open(folder, { isFresh: false })).toThrow(DemoError);
    expect(readdirSync(folder)).toEqual(['letter.txt']);
  });
});

it('listens on loopback and uses nothing else of the installation, whatever the settings say', () => {
  const settings = readConfig({
    JADEGATE_HOST: '0.0.0.0',
    JADEGATE_PORT: '9000',
    JADEGATE_DATA_DIR: folder,
    JADEGATE_PUBLIC_URL: 'https://gate.example',
    JADEGATE_MASTER_KEY: 'a key of somebody',
    DATABASE_URL: 'postgres://db.example/jadegate',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
    JADEGATE_SSH_PORT: '9022',
    JADEGATE_SSH_PUBLIC_HOST: 'gate.example',
  });
  expect(demoConfig(settings, `${folder}-demo`, 'pass')).toMatchObject({
    host: '127.0.0.1',
    port: 9000,
    dataDir: `${folder}-demo`,
    firstAdmin: { username: 'admin', password: 'pass' },
    publicUrls: [],
    masterKey: undefined,
    databaseUrl: undefined,
    s3: undefined,
    ssh: { host: '127.0.0.1', port: 9022, publicHost: undefined },
  });
});

it('is loaded by nothing but the flag', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const importing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(`demo${sep}`))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.filter((line) => /['"`][./]*\/demo\//.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
  expect(importing).toEqual([
    "server.ts: import type { Demo } from './demo/demo.ts';",
    "server.ts: const demo = await import('./demo/demo.ts');",
  ]);
});
