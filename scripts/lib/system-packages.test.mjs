import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root } from './root.mjs';
import { requireOk, run } from './run.mjs';
import { buildDeb, filledIn, stageTree, systemVersion } from './system-packages.mjs';

const UNIT = join(root, 'packaging/jadegate.service');
const MOST_EXPOSED = 2;

let folder;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'jadegate-packages-test-'))));
afterAll(async () => await rm(folder, { recursive: true }));

it('writes what comes before a version so that it sorts before it', () => {
  expect(systemVersion('1.4.0')).toBe('1.4.0');
  expect(systemVersion('1.4.0-rc.1')).toBe('1.4.0~rc.1');
});

it('has scripts that a shell can read, and nothing left to fill in', async () => {
  for (const name of await readdir(join(root, 'packaging/deb'))) {
    const text = await filledIn(`deb/${name}`, { VERSION: '1', ARCHITECTURE: 'amd64', KILOBYTES: '1' });
    expect(text).not.toMatch(/@[A-Z_]+@/);
    if (text.startsWith('#!/bin/sh')) {
      await writeFile(join(folder, name), text);
      requireOk(await run('sh', ['-n', join(folder, name)]));
    }
  }
  await expect(filledIn('deb/control', {})).rejects.toThrow('asks for VERSION');
});

describe.skipIf(!existsSync('/usr/bin/dpkg-deb'))('a package of Debian', () => {
  let file;
  beforeAll(async () => {
    const bundle = join(folder, 'bundle');
    await mkdir(bundle);
    for (const name of ['LICENSE', 'jadegate']) {
      await writeFile(join(bundle, name), name);
    }
    const tree = join(folder, 'tree');
    await stageTree({ bundle, to: tree });
    file = await buildDeb({
      tree,
      folder,
      version: '1.4.0-rc.1',
      architecture: 'x64',
      seconds: 1_700_000_000,
      level: 0,
    });
  });

  it('says what it is and needs no compiler, npm or Node', async () => {
    expect(file).toBe(join(folder, 'jadegate_1.4.0~rc.1_amd64.deb'));
    const fields = requireOk(await run('dpkg-deb', ['--field', file]));
    expect(fields).toContain('Version: 1.4.0~rc.1\nArchitecture: amd64');
    expect(fields).not.toMatch(/^Depends:.*(node|npm|g\+\+)/m);
    expect(requireOk(await run('dpkg-deb', ['--info', file, 'conffiles']))).toBe(
      '/etc/jadegate/jadegate.env',
    );
  });

  it('holds program, service and settings, and settings that not everybody reads', async () => {
    const listing = requireOk(await run('dpkg-deb', ['--contents', file]));
    const modes = new Map(
      listing.split('\n').map((line) => [line.split(/\s+/)[5], line.split(/\s+/).slice(0, 2).join(' ')]),
    );
    expect(modes.get('./etc/jadegate/jadegate.env')).toBe('-rw-r----- root/root');
    expect(modes.get('./etc/jadegate/')).toBe('drwxr-x--- root/root');
    expect(modes.get('./usr/bin/jadegate')).toBe('-rwxr-xr-x root/root');
    expect(modes.get('./usr/lib/systemd/system/jadegate.service')).toBe('-rw-r--r-- root/root');
    expect([...modes.keys()]).toContain('./usr/lib/jadegate/jadegate');
    // it is made when it is installed, for a user that is made then
    expect([...modes.keys()].filter((path) => path.startsWith('./var'))).toEqual([]);
  });
});

it('has settings that the server takes as they are', async () => {
  const text = await readFile(join(root, 'packaging/jadegate.env'), 'utf8');
  expect(text.match(/^[^#\n].*$/gm)).toEqual(['JADEGATE_DATA_DIR=/var/lib/jadegate']);
});

it('has a service that may start guacd: setpriv drops capabilities even where there are none', async () => {
  // the check of a release sees it work, under a systemd that runs
  expect(await readFile(UNIT, 'utf8')).toMatch(/^SystemCallFilter=[^~].*\bcapset\b/m);
});

describe.skipIf(!existsSync('/usr/bin/systemd-analyze'))('the service', () => {
  it(`is exposed to at most ${MOST_EXPOSED} of 10, by the measure of systemd`, async () => {
    // by another name than one that may be installed here
    const unit = join(folder, 'jadegate-measured.service');
    await copyFile(UNIT, unit);
    const said = requireOk(await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]));
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(MOST_EXPOSED);
  });
});
