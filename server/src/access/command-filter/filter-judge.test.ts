import { afterEach, expect, it } from 'vitest';

import type { Rule } from './command-filter.policy.ts';
import { FilterJudge } from './filter-judge.ts';

const rule = (pattern: string, more: Partial<Rule> = {}): Rule => ({
  id: pattern,
  type: 'regex',
  pattern,
  ignoreCase: false,
  priority: 1,
  action: 'deny',
  enabled: true,
  ...more,
});
const HEAVY = [rule('[^q]{900}y')];
/** Has what the pattern ends with, and no part that it matches. */
const LONG = `${`${'a'.repeat(800)}q`.repeat(3)}y`;
/** For seconds, whatever is remembered of it. */
const ENDLESS = Array.from({ length: 16 }, (_, at) => rule('(?:a|b)*a.{300}z', { id: `endless-${at}` }));
const MIXED = Array.from({ length: 16_000 }, (_, at) => (Math.sin(at * at) > 0 ? 'a' : 'b')).join('');

let judges: FilterJudge[] = [];
const newJudge = (patienceMs?: number) => {
  const judge = new FilterJudge(patienceMs);
  judges.push(judge);
  return judge;
};
afterEach(async () => {
  await Promise.all(judges.map((judge) => judge.close()));
  judges = [];
});

it('judges everyday lines at once, and laborious ones while others have their turn', async () => {
  const plain = newJudge().of([rule('\\brm\\s+-rf\\b'), rule('reboot', { type: 'prefix' })]);
  expect([plain('rm -rf /'), plain('ls'), plain('sudo reboot')]).toMatchObject([
    { action: 'deny', reason: 'rule' },
    { action: 'allow', reason: 'no-rule' },
    { action: 'deny', reason: 'rule' },
  ]);
  const heavy = newJudge(60_000).of(HEAVY);
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns++;
    if (!isOver) {
      setImmediate(next);
    }
  };
  setImmediate(next);
  const answers = await Promise.all([heavy(LONG), heavy(`${'a'.repeat(900)}y`), heavy('ls')]);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  expect(answers).toMatchObject([
    { action: 'allow', reason: 'no-rule' },
    { action: 'deny', ruleId: '[^q]{900}y' },
    { action: 'allow', reason: 'no-rule' },
  ]);
});

it('judges a long line of cheap rules apart, and one that nobody would read not at all', async () => {
  const judge = newJudge().of([rule('\\brm\\s+-rf\\b'), rule('(a|b)*c')]);
  const long = judge(`${'a'.repeat(9000)}; rm -rf /`);
  expect(long).toBeInstanceOf(Promise);
  expect(await long).toMatchObject({ action: 'deny', segment: 'rm -rf /' });
  const few = newJudge().of([rule('rm', { type: 'exact' })]);
  expect([few('rm'), await few('"$('.repeat(400))]).toMatchObject([
    { reason: 'rule' },
    { reason: 'too-complex' },
  ]);
  expect(few('"$('.repeat(400))).toBeInstanceOf(Promise);
  expect(judge('a'.repeat(20_000))).toMatchObject({ action: 'deny', reason: 'too-long' });
});

it('says the strictest it can of what is not judged in time, and judges the next', async () => {
  const judge = newJudge(500);
  const rules = [rule('sleep', { action: 'warn' }), ...ENDLESS];
  const slow = { action: 'deny', reason: 'too-slow', ruleId: undefined };
  expect(await judge.of(rules)(`${MIXED}z`)).toMatchObject(slow);
  const next = judge.of([rule('x{2}', { action: 'warn' })]);
  expect(await next('echo xx')).toMatchObject({ action: 'warn', reason: 'rule' });
});

it('says the same of a line that comes after the end', async () => {
  const judge = newJudge();
  await judge.close();
  expect(await judge.of(HEAVY)('ls')).toMatchObject({ action: 'deny', reason: 'too-slow' });
});

it('keeps what a pattern costs to compile away from the event loop, and calls it too complex', async () => {
  const judge = newJudge(60_000);
  const found = await judge.inspect([
    rule('a{0,1000}'.repeat(20)),
    rule('rm'),
    rule('rm', { type: 'exact' }),
  ]);
  expect(found).toEqual([{ kind: 'too-complex' }, expect.any(Number), 0]);
});
