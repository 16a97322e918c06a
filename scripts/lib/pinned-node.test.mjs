import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isNewEnough } from './node-version.mjs';
import { PINNED, requireIntegrity } from './pinned-node.mjs';

describe('the pinned Node', () => {
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jadegate-pinned-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is new enough itself, and there for both kinds of Linux', () => {
    expect(isNewEnough(PINNED.version)).toBe(true);
    expect(Object.keys(PINNED.integrity)).toEqual(['linux-arm64', 'linux-x64']);
    for (const integrity of Object.values(PINNED.integrity)) {
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  it('is taken only with the hash that is written down', async () => {
    const path = join(folder, 'node.tgz');
    await writeFile(path, 'a package');
    const integrity = `sha512-${createHash('sha512').update('a package').digest('base64')}`;
    await requireIntegrity(path, integrity);
    await writeFile(path, 'another package');
    await expect(requireIntegrity(path, integrity)).rejects.toThrow('and not the pinned');
  });
});

it.each([
  ['20.20.2', false],
  ['23.9.0', false],
  ['24.0.0', true],
  ['26.10.0', true],
])('Node %s: new enough is %j', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});
