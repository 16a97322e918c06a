import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { compileSshCrypto } from './ssh-crypto.mjs';

describe('an SSH crypto binding that cannot be compiled', () => {
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jadegate-binding-'));
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rm(folder, { recursive: true }));

  it('says so where there is no compiler', async () => {
    vi.stubEnv('CXX', 'no-such-compiler');
    const { ok, output } = await compileSshCrypto(join(folder, 'sshcrypto.node'));
    expect(ok).toBe(false);
    expect(output).toMatch(/ENOENT|no C\+\+ headers/);
  });

  it('says so where nothing can be written, and is in nobody’s way', async () => {
    await writeFile(join(folder, 'file'), '');
    const { ok, output } = await compileSshCrypto(join(folder, 'file/sshcrypto.node'));
    expect(ok).toBe(false);
    expect(output).toMatch(/ENOTDIR|EEXIST|no C\+\+ headers/);
  });
});
