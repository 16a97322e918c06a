import { expect, it } from 'vitest';

import { readDetail } from './audit-detail.ts';

it('tells differences from the rest of an entry', () => {
  const detail = {
    name: { before: 'old', after: 'new' },
    owner: { after: 'mei' },
    menus: ['role'],
    limits: { before: 1, after: 2, unit: 'day' },
    nothing: {},
  };

  expect(readDetail(detail)).toEqual({
    differences: [
      { field: 'name', before: 'old', after: 'new' },
      { field: 'owner', before: undefined, after: 'mei' },
    ],
    rest: { menus: ['role'], limits: { before: 1, after: 2, unit: 'day' }, nothing: {} },
  });
});
