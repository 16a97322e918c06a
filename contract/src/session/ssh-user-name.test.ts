import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  chooseReading,
  isSshHandle,
  printSshUserName,
  readSshUserName,
  sshAssetName,
  sshHandle,
  type SshUserName,
} from './ssh-user-name.ts';

const ID = '01a2b3c4-0000-7000-8000-00c0ffee1234';

const Word = fc.stringMatching(/^[\p{L}\p{N}._-]{1,8}$/u);
/** As names of people may be: with an `@` in them, or several. */
const Person = fc.array(Word, { minLength: 1, maxLength: 3 }).map((words) => words.join('@'));
const Account = fc.stringMatching(/^[A-Za-z0-9@:#\\ $._-]{1,12}$/);
const Asset = fc.record({
  id: fc.uuid({ version: 7 }),
  name: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
});

const Meant = fc
  .record({ person: Person, account: fc.option(Account), asset: fc.option(Asset) })
  .map(({ person, account, asset }): SshUserName => {
    const place = asset === null ? {} : { asset: sshAssetName(asset), ...(account !== null && { account }) };
    return { person, ...place };
  });

it('reads what it prints, whatever people, accounts and assets are called', () => {
  fc.assert(
    fc.property(Meant, fc.array(Word), (meant, strangers) => {
      const known = new Set([meant.person, ...strangers.filter((name) => name.length < meant.person.length)]);
      const read = chooseReading(readSshUserName(printSshUserName(meant)), (name) => known.has(name));
      expect(read?.chosen).toEqual(meant);
    }),
  );
});

it.each([
  ['mei', { person: 'mei' }],
  ['mei@web1', { person: 'mei', asset: 'web1' }],
  ['mei@root@web1', { person: 'mei', account: 'root', asset: 'web1' }],
  ['mei:web1', { person: 'mei', asset: 'web1' }],
  ['mei#web1', { person: 'mei', asset: 'web1' }],
  ['mei:root:web1', { person: 'mei', account: 'root', asset: 'web1' }],
  ['mei@fe80::1', { person: 'mei', asset: 'fe80::1' }],
  ['mei@', { person: 'mei' }],
  ['mei@@web1', { person: 'mei', asset: 'web1' }],
])('%s is what people of several products type', (text, meant) => {
  expect(chooseReading(readSshUserName(text), (name) => name === 'mei')?.chosen).toEqual(meant);
});

it('takes the longest name of a person, and says how else it could be read', () => {
  const people = new Set(['mei', 'mei@corp.example']);
  expect(chooseReading(readSshUserName('mei@corp.example@web1'), (name) => people.has(name))).toEqual({
    chosen: { person: 'mei@corp.example', asset: 'web1' },
    others: [{ person: 'mei', account: 'corp.example', asset: 'web1' }],
  });
});

it('has few ways to read the longest of names', () => {
  fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => readSshUserName(text).length <= 17));
  expect(readSshUserName('@'.repeat(500))).toEqual([]);
  expect(chooseReading(readSshUserName('nobody@web1'), () => false)).toBeUndefined();
});

it('calls assets by a handle where their names would need quotes', () => {
  expect(sshAssetName({ id: ID, name: 'web-1.lab' })).toBe('web-1.lab');
  for (const name of ['資料庫', 'web 1', 'a@b', 'a:b', '-x', 'a$b', '', 'abcdef0123']) {
    expect(sshAssetName({ id: ID, name })).toBe('c0ffee1234');
  }
  expect(isSshHandle(sshHandle(ID))).toBe(true);
});
