import { describe, expect, it } from 'vitest';

import { CredentialQuery } from './access/credential.ts';
import { Id, IdList, Name } from './scalars.ts';

describe('ids', () => {
  it.each(['../etc', 'a/b', 'a%b', 'a_b;c', '', 'a'.repeat(65), 'a b', 'a,b', '使用者', 'a\0'])(
    'refuse %j',
    (text) => {
      expect(Id.safeParse(text).success).toBe(false);
    },
  );

  it('come as a list without repeats', () => {
    expect(IdList.parse('a,b,a')).toEqual(['a', 'b']);
    expect(IdList.safeParse('a,,b').success).toBe(false);
    expect(IdList.safeParse(Array.from({ length: 1001 }, (_, n) => `id${n}`).join(',')).success).toBe(false);
  });
});

describe('names', () => {
  it('are trimmed and never blank', () => {
    expect(Name.parse('  正式環境  ')).toBe('正式環境');
    expect(Name.safeParse('   ').success).toBe(false);
    expect(Name.safeParse('two\nlines').success).toBe(false);
  });

  it.each(['ad\u200Bmin', '\u202Enimda', 'admin\u2066', 'a\u2028b', '\u061Cadmin'])(
    'look like what they are: %j is refused',
    (text) => {
      expect(Name.safeParse(text).success).toBe(false);
    },
  );

  it('keep what joins letters and emoji', () => {
    expect(Name.parse('值班 👩‍💻')).toBe('值班 👩‍💻');
  });
});

describe('paging', () => {
  it('takes empty field and order as the default, as the family’s client sends them', () => {
    expect(CredentialQuery.parse({ pageIndex: '2', pageSize: '50', field: '', order: '' })).toMatchObject({
      pageIndex: 2,
      pageSize: 50,
      field: undefined,
      order: undefined,
    });
  });

  it('falls back to the default order for a column that is not on the list', () => {
    expect(CredentialQuery.parse({ field: 'id; drop table', order: 'ascend' }).field).toBeUndefined();
  });

  it.each([
    { pageSize: '1001' },
    { pageSize: '0' },
    { pageIndex: '0' },
    { pageIndex: 'x' },
    { order: 'sideways' },
  ])('refuses %j', (query) => {
    expect(CredentialQuery.safeParse(query).success).toBe(false);
  });
});
