import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeBudget, filesOf, measureBudgets } from './budgets.mjs';

const manifest = {
  'index.html': {
    file: 'static/index.js',
    imports: ['_react.js'],
    dynamicImports: ['src/features/identity/auth/LoginPage.tsx'],
  },
  '_react.js': { file: 'static/react.js', imports: ['index.html'] },
  'src/features/identity/auth/LoginPage.tsx': { file: 'static/login.js', imports: ['_react.js', '_form.js'] },
  '_form.js': { file: 'static/form.js' },
  'src/app/AdminShell.tsx': { file: 'static/shell.js' },
  'src/features/access/credential/CredentialListPage.tsx': { file: 'static/list.js', imports: ['_form.js'] },
};

describe('the code of a page', () => {
  it('is what it imports, and what that imports, each once', () => {
    expect(filesOf(manifest, ['index.html', 'src/features/identity/auth/LoginPage.tsx'])).toEqual(
      ['index', 'react', 'login', 'form'].map((name) => `static/${name}.js`),
    );
  });
  it('does not contain what is loaded later', () => {
    expect(filesOf(manifest, ['index.html'])).toEqual(['static/index.js', 'static/react.js']);
  });
  it('cannot be found for a page that was moved', () => {
    expect(() => filesOf(manifest, ['src/Gone.tsx'])).toThrow('no entry src/Gone.tsx');
  });
});

describe('budgets', () => {
  let folder;
  /** Random bytes do not compress: the size is known. */
  const writeConsole = async (bytesPerFile) => {
    await mkdir(join(folder, '.vite'));
    await mkdir(join(folder, 'static'));
    await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
    for (const { file } of Object.values(manifest)) {
      await writeFile(join(folder, file), randomBytes(bytesPerFile));
    }
  };
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'jadegate-budgets-'))));
  afterEach(async () => await rm(folder, { recursive: true }));

  it('hold for a light console', async () => {
    await writeConsole(50_000);
    expect((await measureBudgets(folder)).map(({ name, ok }) => [name, ok])).toEqual([
      ['login page', true],
      ['admin shell', true],
    ]);
  });
  it('break for a heavy one, which names its largest files', async () => {
    await writeConsole(100_000);
    const [login, shell] = await measureBudgets(folder);
    expect(login).toMatchObject({ ok: true, bytes: expect.closeTo(200_000, -3) });
    expect(shell).toMatchObject({ ok: false, bytes: expect.closeTo(500_000, -3) });
    expect(describeBudget(shell)).toMatch(
      /✗ admin shell: 500\.\d kB .* at most 450\.0 kB\n +100\.\d kB {2}static\//,
    );
  });
});
