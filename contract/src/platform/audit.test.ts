import { expect, it } from 'vitest';

import { AUDIT_ACTIONS, AUDIT_OBJECTS } from './audit.ts';

it('every act has a kind of object that can be said', () => {
  const kinds = AUDIT_ACTIONS.map((action) => action.split('.')[0]);
  expect(kinds.filter((kind) => !AUDIT_OBJECTS.some((object) => object === kind))).toEqual([]);
});
