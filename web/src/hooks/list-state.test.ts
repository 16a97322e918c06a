import { CredentialQuery } from '@jadegate/contract/access/credential';
import { describe, expect, it } from 'vitest';

import { isFiltered, readListState, withoutFilters, writeListState } from './list-state.ts';

const SIZE = 20;

function read(url: string) {
  return readListState(CredentialQuery, new URLSearchParams(url), SIZE);
}

function write(query: CredentialQuery, current = '') {
  return writeListState(CredentialQuery, query, new URLSearchParams(current)).toString();
}

describe('reading the list state from the address', () => {
  it('takes page, sort, search and filters in the words of the contract', () => {
    const query = read('pageIndex=3&pageSize=50&field=name&order=descend&name=db&type=private-key');

    expect(query).toEqual({
      pageIndex: 3,
      pageSize: 50,
      field: 'name',
      order: 'descend',
      name: 'db',
      type: 'private-key',
    });
  });

  it('starts on the first page with the remembered size when the address says nothing', () => {
    expect(readListState(CredentialQuery, new URLSearchParams(), 50)).toMatchObject({
      pageIndex: 1,
      pageSize: 50,
    });
  });

  it('ignores only the values the contract refuses', () => {
    const query = read('pageIndex=-4&pageSize=abc&order=sideways&type=certificate&name=db');

    expect(query).toMatchObject({ pageIndex: 1, pageSize: SIZE, name: 'db' });
    expect(query.order).toBeUndefined();
    expect(query.type).toBeUndefined();
  });

  it('ignores parameters that are not of this list', () => {
    expect(read('activeKey=users&__proto__=x')).not.toHaveProperty('activeKey');
  });
});

describe('writing the list state to the address', () => {
  it('leaves defaults and empty filters out', () => {
    expect(write({ pageIndex: 1, pageSize: SIZE, name: '', type: undefined })).toBe('');
  });

  it('says what differs from the defaults', () => {
    expect(write({ pageIndex: 2, pageSize: 50, field: 'name', order: 'ascend', type: 'custom' })).toBe(
      'pageIndex=2&pageSize=50&field=name&order=ascend&type=custom',
    );
  });

  it('keeps parameters of others and drops its own old ones', () => {
    expect(write({ pageIndex: 2, pageSize: SIZE }, 'activeKey=users&pageIndex=9&name=old')).toBe(
      'activeKey=users&pageIndex=2',
    );
  });

  it('is read back as it was written', () => {
    const query = { ...read(''), pageIndex: 7, name: '資料 & 100%', type: 'custom' as const };

    expect(read(write(query))).toEqual(query);
  });
});

describe('filters', () => {
  it('do not count page, size and sort', () => {
    expect(isFiltered(read('pageIndex=2&pageSize=50&field=name&order=ascend'))).toBe(false);
    expect(isFiltered(read('type=custom'))).toBe(true);
  });

  it('are all gone after a reset, while sort and size stay', () => {
    const query = read('pageSize=50&field=name&order=ascend&name=db&type=custom');

    const reset = { ...query, ...withoutFilters(query) };

    expect(reset).toMatchObject({ pageSize: 50, field: 'name', order: 'ascend' });
    expect(isFiltered(reset)).toBe(false);
  });
});
