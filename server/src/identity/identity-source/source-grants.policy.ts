import type { GrantRow } from './source-identity.repository.ts';

/** What somebody holds, by whoever's hand. */
interface Held {
  isAdmin: boolean;
  roles: readonly string[];
  groups: readonly string[];
}

/** What the rules give, and whether by a group of the person. */
export interface Wanted {
  roles: readonly string[];
  groups: readonly string[];
  isByGroup: boolean;
}

type Grant = Pick<GrantRow, 'role_id' | 'user_group_id'>;

interface Change {
  added: string[];
  removed: string[];
}

export interface GrantPlan {
  isChanged: boolean;
  /** The source gave something, and gives nothing any more, or only what it gives everybody. */
  isEmptied: boolean;
  groups: Change;
  roles: Change & { all: string[] };
  isAdmin: boolean;
  /** New things that this source has given, and the ids of what it has given no more. */
  noted: Grant[];
  forgotten: string[];
}

interface Facts {
  sourceId: string;
  wanted: Wanted;
  held: Held;
  /** Of all sources. */
  grants: readonly GrantRow[];
}

/**
 * What a source adds and takes away. Pure. It takes away what it gave and no other source gives; what somebody gave by
 * hand, or held before, is not its own. Roles are for administrators, so a role makes one, for as long as the source
 * gives it.
 */
export function planGrants({ sourceId, wanted, held, grants }: Facts): GrantPlan {
  const own = grants.filter((grant) => grant.source_id === sourceId);
  const others = grants.filter((grant) => grant.source_id !== sourceId);
  const groups = changeOf(wanted.groups, held.groups, own, others, 'user_group_id');
  const roles = changeOf(wanted.roles, held.roles, own, others, 'role_id');
  const isMade = (grant: Grant) => grant.role_id === null && grant.user_group_id === null;
  const made = own.find(isMade);
  const wantsAdmin = wanted.roles.length > 0;
  const isNothing = wanted.roles.length + wanted.groups.length === 0;
  const isAdmin = wantsAdmin || (held.isAdmin && (!made || others.some(isMade)));
  const noted: Grant[] = [
    ...groups.noted.map((id) => ({ role_id: null, user_group_id: id })),
    ...roles.noted.map((id) => ({ role_id: id, user_group_id: null })),
    ...(wantsAdmin && !held.isAdmin ? [{ role_id: null, user_group_id: null }] : []),
  ];
  const forgotten = own
    .filter((grant) =>
      isMade(grant)
        ? !wantsAdmin
        : !wanted.groups.includes(grant.user_group_id ?? '') && !wanted.roles.includes(grant.role_id ?? ''),
    )
    .map(({ id }) => id);
  return {
    isEmptied: forgotten.length > 0 && (isNothing || !wanted.isByGroup),
    isChanged: noted.length + forgotten.length + groups.added.length + roles.added.length > 0,
    groups: { added: groups.added, removed: groups.removed },
    roles: {
      added: roles.added,
      removed: roles.removed,
      all: [...held.roles.filter((id) => !roles.removed.includes(id)), ...roles.added],
    },
    isAdmin,
    noted,
    forgotten,
  };
}

function changeOf(
  wanted: readonly string[],
  held: readonly string[],
  own: readonly GrantRow[],
  others: readonly GrantRow[],
  column: 'role_id' | 'user_group_id',
): Change & { noted: string[] } {
  const given = own.flatMap((grant) => grant[column] ?? []);
  const givenByOthers = others.flatMap((grant) => grant[column] ?? []);
  return {
    added: wanted.filter((id) => !held.includes(id)),
    // Held by nobody's hand but another source's: that one must not take it away from both.
    noted: wanted.filter((id) => !given.includes(id) && (!held.includes(id) || givenByOthers.includes(id))),
    removed: given.filter((id) => !wanted.includes(id) && !givenByOthers.includes(id) && held.includes(id)),
  };
}
