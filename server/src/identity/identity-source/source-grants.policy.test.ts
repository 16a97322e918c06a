import { describe, expect, it } from 'vitest';

import { planGrants } from './source-grants.policy.ts';
import type { GrantRow } from './source-identity.repository.ts';

const grant = (source_id: string, what: Partial<GrantRow>): GrantRow => ({
  id: `${source_id}-${what.user_group_id ?? what.role_id ?? 'admin'}`,
  source_id,
  user_id: 'mei',
  role_id: null,
  user_group_id: null,
  ...what,
});
const plan = (
  wanted: { roles?: string[]; groups?: string[]; isByGroup?: boolean },
  held: { isAdmin?: boolean; roles?: string[]; groups?: string[] },
  grants: GrantRow[] = [],
) =>
  planGrants({
    sourceId: 'one',
    wanted: { roles: [], groups: [], isByGroup: true, ...wanted },
    held: { isAdmin: false, roles: [], groups: [], ...held },
    grants,
  });
const ops = (source = 'one') => grant(source, { user_group_id: 'ops' });

describe('what a source takes away', () => {
  it('is what it gave, and no other gives', () => {
    expect(plan({}, { groups: ['ops', 'dev'] }, [ops()]).groups).toEqual({ added: [], removed: ['ops'] });
    expect(plan({}, { groups: ['ops'] }, [ops(), ops('two')]).groups.removed).toEqual([]);
    expect(plan({}, { groups: ['ops'] }, [ops('two')]).isChanged).toBe(false);
  });

  it('is nothing that somebody had already', () => {
    const given = plan({ groups: ['ops'] }, { groups: ['ops'] });
    expect([given.noted, given.isChanged]).toEqual([[], false]);
  });

  it('makes no administrator’s role by hand its own, and ends the one that it made', () => {
    const made = [grant('one', { role_id: 'auditor' }), grant('one', {})];
    const held = { isAdmin: true, roles: ['auditor', 'by-hand'] };
    expect(plan({}, held, made)).toMatchObject({ isAdmin: false, roles: { all: ['by-hand'] } });
    expect(plan({}, held, made.slice(0, 1))).toMatchObject({ isAdmin: true, roles: { all: ['by-hand'] } });
  });
});

describe('a person of whom nothing is left', () => {
  it('is one who is given nothing any more, or only what everybody is given', () => {
    expect(plan({}, { groups: ['ops'] }, [ops()]).isEmptied).toBe(true);
    const everybody = { groups: ['staff'], isByGroup: false };
    expect(plan(everybody, { groups: ['ops'] }, [ops()]).isEmptied).toBe(true);
    const staff = grant('one', { user_group_id: 'staff' });
    expect(plan(everybody, { groups: ['ops', 'staff'] }, [ops(), staff]).isEmptied).toBe(true);
  });

  it('is none of whom one group is left, or who never had anything', () => {
    const dev = { groups: ['dev'] };
    expect(plan(dev, { groups: ['ops'] }, [ops()]).isEmptied).toBe(false);
    expect(plan({}, {}).isEmptied).toBe(false);
    const everybody = { groups: ['staff'], isByGroup: false };
    const staff = grant('one', { user_group_id: 'staff' });
    expect(plan(everybody, { groups: ['staff'] }, [staff]).isEmptied).toBe(false);
  });
});
