import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { closeDataDirectory, isDataDirectory, makeDataDirectory } from './data-directory.ts';
import { createLogger } from './kernel/logger.ts';

let root = '';
let dataDir = '';
let lines: string[] = [];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'jadegate-dir-'));
  dataDir = path.join(root, 'a', 'data');
  lines = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const close = () =>
  closeDataDirectory(dataDir, createLogger('warn', { write: (line: string) => void lines.push(line) }));
const modeOf = (name = '') => (statSync(path.join(dataDir, name)).mode & 0o7777).toString(8);

function put(name: string, mode: number): void {
  writeFileSync(path.join(dataDir, name), '');
  chmodSync(path.join(dataDir, name), mode);
}

describe('the data directory', () => {
  it('is made with everything above it, for its owner', () => {
    makeDataDirectory(dataDir);
    expect(modeOf()).toBe('700');
    close();
    expect(lines).toEqual([]);
  });

  it('is one where a server was started, and none where that cannot be seen is taken for none', () => {
    const isOne = (folder: string) => isDataDirectory(folder, { hasDatabase: true });
    expect(isOne(dataDir)).toBe(false);
    makeDataDirectory(dataDir);
    expect(isOne(dataDir)).toBe(false);
    put('jadegate.db', 0o600);
    expect(isOne(dataDir)).toBe(true);
    // A file in the place of the folder.
    expect(isOne(path.join(dataDir, 'jadegate.db'))).toBe(false);
    // Nobody can look into a link to itself, whoever they are; root is never refused for want of a right.
    const closed = path.join(root, 'closed');
    symlinkSync(closed, closed);
    expect(() => isOne(closed)).toThrow('ELOOP');
  });

  it('is closed to others, with what the product has in it, and the log names it once', () => {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o755);
    put('jadegate.db', 0o644);
    put('jadegate.db-wal', 0o664);
    put('master.key', 0o644);
    makeDataDirectory(dataDir);
    close();
    expect(['', 'jadegate.db', 'jadegate.db-wal'].map(modeOf)).toEqual(['700', '600', '600']);
    // A key that others could read is not made good in silence: the start refuses it.
    expect(modeOf('master.key')).toBe('644');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('jadegate.db-wal');
    close();
    expect(lines).toHaveLength(1);
  });

  it('is still ours with what a package, an upgrade or a destination of events leaves in it', () => {
    makeDataDirectory(dataDir);
    for (const name of [
      'events',
      'jadegate.env.removed',
      'after-upgrade',
      'before-upgrade',
      'advisories.json',
    ]) {
      put(name, 0o600);
    }
    close();
    expect(lines).toEqual([]);
  });

  it.each([
    ['others use it too', 0o755, ['jadegate.db', 'somebody-elses.txt']],
    ['it is everybody’s', 0o1777, ['jadegate.db']],
  ])('keeps its own mode when %s', (_when, mode, names) => {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, mode);
    names.forEach((name) => put(name, 0o644));
    close();
    expect(modeOf()).toBe(mode.toString(8));
    expect(modeOf('jadegate.db')).toBe('600');
    expect(names.slice(1).map(modeOf)).toEqual(names.slice(1).map(() => '644'));
  });
});
