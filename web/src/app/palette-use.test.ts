import { beforeEach, expect, it } from 'vitest';

import { COMMAND_KINDS, nameIn, type Command } from './palette-commands.ts';
import { noteUse, rankCommands, readUses } from './palette-use.ts';

const command = (key: string, kind: Command['kind'] = 'pages'): Command => ({
  key,
  kind,
  label: key,
  run: () => {},
});
const COMMANDS = [command('/asset'), command('/user'), command('host 1', 'hosts'), command('/role')];
const ranked = (userId = 'u') =>
  rankCommands(COMMANDS, readUses(userId), COMMAND_KINDS).map(({ kind, commands }) => [
    kind,
    commands.map(({ key }) => key),
  ]);

beforeEach(() => localStorage.clear());

it('groups by kind before anything was used', () => {
  expect(ranked()).toEqual([
    ['hosts', ['host 1']],
    ['pages', ['/asset', '/user', '/role']],
  ]);
});

it('puts what is used most first, for that person only', () => {
  for (const key of ['/role', '/user', '/user']) {
    noteUse('u', key);
  }
  expect(ranked()).toEqual([
    ['often', ['/user', '/role']],
    ['hosts', ['host 1']],
    ['pages', ['/asset']],
  ]);
  expect(ranked('another')[0]?.[0]).toBe('hosts');
});

it('lets old habits give way', () => {
  for (let times = 0; times < 3; times += 1) {
    noteUse('u', '/asset');
  }
  for (let times = 0; times < 30; times += 1) {
    noteUse('u', times % 10 === 0 ? '/role' : `other ${times}`);
  }
  const uses = readUses('u');
  expect(uses['/role']).toBeGreaterThan(uses['/asset'] ?? 0);
});

it('reads nothing from what is not its own', () => {
  localStorage.setItem('palette-use u', '"odd');
  expect(readUses('u')).toEqual({});
});

it('leaves the verb out of the name it looks for', () => {
  expect(nameIn('連線 台北', '連線')).toBe('台北');
  expect(nameIn('Connect web 01', 'connect')).toBe('web 01');
  expect(nameIn('台北', '連線')).toBe('台北');
});
