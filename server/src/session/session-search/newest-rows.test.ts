// On both engines: raw statements, and their plans.
import { describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { seedRecording } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { SessionSearchRepository, type Found, type FoundCommand } from './session-search.repository.ts';

const server = useTestServer();
/** More than is looked through without the index, with one odd row at the old end. */
const ROWS = 21_500;

async function commands(text: string, limit: number): Promise<{ found: string[]; turns: number }> {
  const rows = new SessionSearchRepository(server.current.services.database);
  const found: string[] = [];
  let below: string | undefined;
  for (let turns = 1; ; turns++) {
    const answer: Found<FoundCommand> = await rows.commands({ text, pageSize: limit }, { below, limit });
    found.push(...answer.rows.map(({ command }) => command));
    if (answer.next === null) {
      return { found, turns };
    }
    below = answer.next;
  }
}

describe('a long list of commands', () => {
  it('gives up what is rare through the index, what is common at once, and what is short in turns', async () => {
    const { id, startedAt } = await seedRecording(server.current, {});
    const made = Array.from({ length: ROWS }, (_, number) => ({
      id: newId(startedAt + number),
      session_id: id,
      user_id: 'somebody',
      command: number === 3 ? '稽核 zqx' : `ls common ${number}`,
      risk_level: 0,
      action: 'allow' as const,
      offset_ms: number,
      created_at: startedAt + number,
    }));
    for (let start = 0; start < ROWS; start += 500) {
      await server.current.db
        .insertInto('session_command')
        .values(made.slice(start, start + 500))
        .execute();
    }
    expect(await commands('zqx', 20)).toEqual({ found: ['稽核 zqx'], turns: 1 });
    const short = await commands('稽核', 20);
    expect(short.found).toEqual(['稽核 zqx']);
    expect(short.turns).toBe(2);
    const common = await commands('common', 9000);
    expect(common.found).toEqual(
      made
        .toReversed()
        .map(({ command }) => command)
        .filter((command) => command.startsWith('ls')),
    );
  });
});
