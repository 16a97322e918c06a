import { expect, it } from 'vitest';

import { matchCommands, reachablePages, type Command } from './palette-commands.ts';

const command = (label: string, key: string): Command => ({ label, key, kind: 'pages', run: () => {} });
const COMMANDS = [command('憑證', '/credential'), command('登入政策', '/login-policy')];
const found = (typed: string) => matchCommands(COMMANDS, typed).map(({ key }) => key);

it('finds a page by a part of its title or of its path', () => {
  expect(found('政策')).toEqual(['/login-policy']);
  expect(found('CRED')).toEqual(['/credential']);
});

it('needs every word that was typed', () => {
  expect(found('登入 cred')).toEqual([]);
});

it('offers everything before something is typed', () => {
  expect(found(' ')).toHaveLength(2);
});

it('offers an administrator only pages of their menus', () => {
  const paths = reachablePages(true, (...ids) => ids.includes('credential')).map(({ path }) => path);
  expect(paths).toEqual(['/credential', '/my-asset', '/my-command']);
});

it('offers other people only their own pages', () => {
  const paths = reachablePages(false, () => true).map(({ path }) => path);
  expect(paths).toEqual(['/my-asset', '/my-command', '/my-info']);
});
