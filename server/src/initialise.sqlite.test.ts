import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it } from 'vitest';

import { createLogger } from './kernel/logger.ts';
import { createServices } from './services.ts';

it('starts with a first password that is easy to guess, and says so without the password', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'jadegate-first-'));
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
  const firstAdmin = { username: 'admin', password: 'zzzzzzzzzz' };
  for (const warnings of [1, 0]) {
    await (await createServices({ dataDir, firstAdmin, logger })).close();
    expect(lines.filter((line) => line.includes('JADEGATE_ADMIN_PASSWORD'))).toHaveLength(warnings);
    expect(lines.join('')).not.toContain(firstAdmin.password);
    lines.length = 0;
  }
  await rm(dataDir, { recursive: true });
});
