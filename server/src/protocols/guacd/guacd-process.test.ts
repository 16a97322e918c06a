import { expect, it } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import { GuacdProcess } from './guacd-process.ts';

it('says why it ended, to whoever reads the log of the server', async () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
  // it takes none of the arguments for what they are, and complains
  const own = new GuacdProcess({ path: '/bin/ls', logger, backOffMs: 60_000 });
  await own.start();
  await expect.poll(() => lines.join('')).toContain('guacd ended and is started again');
  await own.stop();
  expect(lines.join('')).toMatch(/"said":"\S*ls: cannot access/);
});
