import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import { GuacdProcess } from './guacd-process.ts';

/** What the log of the server says about the end of a program that took itself for guacd. */
async function lastWords(path: string): Promise<string> {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
  const own = new GuacdProcess({ path, logger, backOffMs: 60_000 });
  await own.start();
  await expect.poll(() => lines.join('')).toContain('guacd ended and is started again');
  await own.stop();
  return (JSON.parse(lines.join('')) as { said: string }).said;
}

it('says why it ended, to whoever reads the log of the server', async () => {
  // it takes none of the arguments for what they are, and complains
  expect(await lastWords('/bin/ls')).toMatch(/^\S*ls: cannot access/);
});

it('says the whole reason that comes in pieces, and of a long one the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-last-words-'));
  const program = join(folder, 'program');
  await chmod(folder, 0o755);
  await writeFile(
    program,
    '#!/bin/sh\nhead -c 600 /dev/zero | tr "\\0" x >&2; echo >&2\n' +
      'echo the certificate >&2; sleep 0.1; echo is missing >&2\n',
    { mode: 0o755 },
  );
  const said = await lastWords(program);
  await rm(folder, { recursive: true });
  expect(said).toMatch(/x the certificate is missing$/);
  expect(said.length).toBeLessThanOrEqual(500);
});
