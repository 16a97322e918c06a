import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { Mail, Nickname, Username } from '@jadegate/contract/identity/user';

import { usernameKey } from '../user/user.service.ts';
import type { Standing } from './person-standing.repository.ts';
import { planGrants, type GrantPlan, type Wanted as WantedGrants } from './source-grants.policy.ts';
import type { Arrival, SourceSshKey } from './source.interface.ts';

/** What must be done so that somebody stands as their source says. */
export interface Changes {
  profile: Partial<{ nickname: string; mail: string }>;
  /** Where the name is somebody else's it stays as it is. */
  username: string | undefined;
  isEnabledAgain: boolean;
  grants: GrantPlan | undefined;
  keys: { added: readonly SourceSshKey[]; removed: readonly string[] };
}

type Wanted = Pick<
  Arrival,
  'source' | 'username' | 'nickname' | 'mail' | 'followsName' | 'sshKeys' | 'isCutOff'
>;

/**
 * Pure. A source keeps those up to date whom it made, and of everybody what it gave; the first administrator is left as
 * they are.
 */
export function changesOf(
  { source, isCutOff, sshKeys, ...person }: Wanted,
  wanted: WantedGrants,
  { identity, user, roles, groups, grants, keys }: Standing,
): Changes {
  const isMade = identity.made === 1;
  const isFirst = user.id === SUPER_ADMIN_ID;
  const held = { isAdmin: user.type === 'admin', roles, groups };
  const profile = profileOf(person, user.username);
  const isRenamed =
    isMade && person.followsName && usernameKey(person.username) !== usernameKey(user.username);
  const wantedKeys = isFirst ? [] : (sshKeys ?? []);
  return {
    profile: isMade && !isFirst ? differing(user, profile) : {},
    username:
      isRenamed && !isFirst && Username.safeParse(person.username).success ? person.username : undefined,
    isEnabledAgain: isMade && user.status === 'disabled' && user.disabled_by === source.key,
    // Groups that were left out are not groups that were taken away.
    grants: isFirst || isCutOff ? undefined : planGrants({ sourceId: source.id, wanted, held, grants }),
    keys: {
      added: wantedKeys.filter((one) => !keys.some(({ fingerprint }) => fingerprint === one.key.fingerprint)),
      removed: keys
        .filter(({ fingerprint }) => !wantedKeys.some((one) => one.key.fingerprint === fingerprint))
        .map(({ id }) => id),
    },
  };
}

export function isChange({ profile, username, isEnabledAgain, grants, keys }: Changes): boolean {
  return (
    Object.keys(profile).length > 0 ||
    username !== undefined ||
    isEnabledAgain ||
    grants?.isChanged === true ||
    keys.added.length + keys.removed.length > 0
  );
}

/** What cannot be kept as it is said is left out. */
export function profileOf(
  { nickname, mail }: Pick<Arrival, 'nickname' | 'mail'>,
  username: string,
): { nickname: string; mail: string } {
  const name = Nickname.safeParse(nickname);
  const address = Mail.safeParse(mail);
  return { nickname: name.success ? name.data : username, mail: address.success ? address.data : '' };
}

function differing(
  now: { nickname: string; mail: string },
  wanted: { nickname: string; mail: string },
): Partial<{ nickname: string; mail: string }> {
  return {
    ...(now.nickname !== wanted.nickname && { nickname: wanted.nickname }),
    ...(now.mail !== wanted.mail && { mail: wanted.mail }),
  };
}
