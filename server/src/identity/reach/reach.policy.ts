import type { RuleAction } from '@jadegate/contract/access/command-filter';

/**
 * What somebody can reach, and whether one reach goes beyond another. Pure. Where it cannot tell, it says beyond: an act
 * that is refused for that reason can be done by somebody else.
 */

/** What one grant opens, with the strategy and the command filter that it names. */
export interface Terms {
  /** Of the grant. */
  id: string;
  /** A strategy that is named and not there opens nothing. */
  isOpen: boolean;
  startsAt: number | null;
  endsAt: number | null;
  /** Weekly hours as they are stored; `[]` is always. */
  hours: string;
  /** The names of what it allows. */
  flags: readonly string[];
  /** 0: as the settings say. */
  idleMinutes: number;
  maxMinutes: number;
  isRecorded: boolean;
  filter: readonly FilterRule[] | null;
  /** All that can be run; null where a session can be opened. */
  commands: readonly string[] | null;
}

export interface FilterRule {
  /** Everything about the rule in one text. */
  text: string;
  action: RuleAction;
}

/** The grants of one holder, a person or a group, by asset. */
type HeldGrants = ReadonlyMap<string, Terms>;

export interface PersonReach {
  name: string;
  menus: ReadonlySet<string>;
  /** The person first, then the groups they are in. */
  holders: readonly string[];
  assets: ReadonlySet<string>;
  credentials: ReadonlySet<string>;
  /** 1 reads, 2 writes. */
  spaces: ReadonlyMap<string, number>;
  /** The login policies that bind them, in the order in which they are asked. */
  policies: readonly { text: string; rejects: boolean }[];
}

/** What several people reach at one moment. */
export interface Reach {
  people: ReadonlyMap<string, PersonReach>;
  /** By person or group. */
  grants: ReadonlyMap<string, HeldGrants>;
}

export type BeyondKind = 'menu' | 'asset' | 'grant' | 'credential' | 'file' | 'policy';

/** The first thing that was found, and through whose account it is reached. */
export interface Beyond {
  kind: BeyondKind;
  userId: string;
  /** Menus that are new; empty for the other kinds. */
  menus: readonly string[];
}

/** In which respects the actor's reach has no end, so that there is nothing to gain. */
export interface Unbound {
  assets: boolean;
  credentials: boolean;
  files: boolean;
}

interface Comparison {
  actorId: string;
  before: Reach;
  after: Reach;
  unbound: Unbound;
  now: number;
}

/**
 * The first thing that somebody of `after` reaches, did not reach before, and that the actor did not reach either.
 * Accounts that are as good as the actor's are judged, but cover nothing: they may have become somebody else's since.
 */
export function findBeyond(compared: Comparison): Beyond | undefined {
  for (const [userId, person] of compared.after.people) {
    const menus = newMenus(userId, person, compared);
    if (menus.length > 0) {
      return { kind: 'menu', userId, menus };
    }
    const kind = beyondOf(userId, person, compared);
    if (kind !== undefined) {
      return { kind, userId, menus: [] };
    }
  }
  return undefined;
}

function newMenus(userId: string, { menus }: PersonReach, { actorId, before }: Comparison): string[] {
  const known = [before.people.get(userId), before.people.get(actorId)];
  return [...menus].filter((menu) => !known.some((one) => one?.menus.has(menu)));
}

function beyondOf(userId: string, person: PersonReach, compared: Comparison): BeyondKind | undefined {
  const { actorId, before, unbound } = compared;
  const was = before.people.get(userId);
  const known = [was, before.people.get(actorId)];
  if (!unbound.assets) {
    if ([...person.assets].some((id) => !known.some((one) => one?.assets.has(id)))) {
      return 'asset';
    }
    if (hasGrantBeyond(userId, person, compared)) {
      return 'grant';
    }
  }
  if (!unbound.credentials) {
    if ([...person.credentials].some((id) => !known.some((one) => one?.credentials.has(id)))) {
      return 'credential';
    }
  }
  if (!unbound.files) {
    const level = (id: string) => Math.max(...known.map((one) => one?.spaces.get(id) ?? 0));
    if ([...person.spaces].some(([id, mode]) => mode > level(id))) {
      return 'file';
    }
  }
  return was && !bindsAsMuch(person.policies, was.policies) ? 'policy' : undefined;
}

function hasGrantBeyond(userId: string, person: PersonReach, compared: Comparison): boolean {
  const { actorId, before, after, now } = compared;
  const was = before.people.get(userId);
  if (was && isSameHolding(was, person, before, after)) {
    return false;
  }
  const old = was ? grantsOf(was, before) : new Map<string, Terms[]>();
  const actor = before.people.get(actorId);
  for (const [assetId, theirs] of grantsOf(person, after)) {
    if (actor?.assets.has(assetId) || was?.assets.has(assetId)) {
      continue;
    }
    const hadHere = old.get(assetId) ?? [];
    const isKept = (grant: Terms) => hadHere.some((one) => isSame(one, grant));
    const gone = hadHere.filter((grant) => !theirs.some((one) => isSame(one, grant)));
    for (const grant of theirs.filter((one) => isOpenLater(one, now))) {
      const isCovered = isKept(grant)
        ? // What stood in its way is gone: it may decide now where the other did.
          gone.every((one) => allowsAsMuch(one, grant, now))
        : isCoveredBy(was, grant, { assetId, before, now }) ||
          isCoveredBy(actor, grant, { assetId, before, now });
      if (!isCovered) {
        return true;
      }
    }
  }
  return false;
}

function isSameHolding(was: PersonReach, is: PersonReach, before: Reach, after: Reach): boolean {
  return (
    was.holders.length === is.holders.length &&
    is.holders.every((holder) => {
      const [old, now] = [before.grants.get(holder), after.grants.get(holder)];
      return (
        was.holders.includes(holder) &&
        (old?.size ?? 0) === (now?.size ?? 0) &&
        [...(now ?? [])].every(([assetId, grant]) => {
          const one = old?.get(assetId);
          return one !== undefined && isSame(one, grant);
        })
      );
    })
  );
}

function grantsOf({ holders }: PersonReach, { grants }: Reach): Map<string, Terms[]> {
  const byAsset = new Map<string, Terms[]>();
  for (const holder of holders) {
    for (const [assetId, grant] of grants.get(holder) ?? []) {
      byAsset.set(assetId, [...(byAsset.get(assetId) ?? []), grant]);
    }
  }
  return byAsset;
}

/** They have the asset already, and whichever of their grants decides there allows as much. */
function isCoveredBy(
  person: PersonReach | undefined,
  grant: Terms,
  { assetId, before, now }: { assetId: string; before: Reach; now: number },
): boolean {
  const own = (person?.holders ?? [])
    .flatMap((holder) => before.grants.get(holder)?.get(assetId) ?? [])
    .filter((one) => countsNow(one, now) || one.id === grant.id);
  return own.length > 0 && own.every((one) => allowsAsMuch(one, grant, now));
}

function countsNow({ startsAt, endsAt }: Terms, now: number): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now);
}

function isOpenLater({ isOpen, endsAt }: Terms, now: number): boolean {
  return isOpen && (endsAt === null || endsAt > now);
}

function isSame(one: Terms, other: Terms): boolean {
  return one.id === other.id && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether the first opens everything that the second does. */
export function allowsAsMuch(own: Terms, their: Terms, now: number): boolean {
  const begins =
    own.startsAt === null ||
    own.startsAt <= now ||
    (their.startsAt !== null && own.startsAt <= their.startsAt);
  const lasts = own.endsAt === null || (their.endsAt !== null && own.endsAt >= their.endsAt);
  return (
    own.isOpen &&
    begins &&
    lasts &&
    (own.hours === '[]' || own.hours === their.hours) &&
    their.flags.every((flag) => own.flags.includes(flag)) &&
    isAsLong(own.idleMinutes, their.idleMinutes) &&
    isAsLong(own.maxMinutes, their.maxMinutes) &&
    (!own.isRecorded || their.isRecorded) &&
    (own.filter === null || (their.filter !== null && filtersAsMuch(their.filter, own.filter))) &&
    (own.commands === null || (their.commands?.every((one) => own.commands?.includes(one)) ?? false))
  );
}

/** 0 is as the settings say, which may be no end at all: nothing but itself is as long. */
function isAsLong(own: number, their: number): boolean {
  return own === 0 || (their !== 0 && own >= their);
}

/** The same rules, or more that deny: any other rule may let something through that was caught before. */
function filtersAsMuch(rules: readonly FilterRule[], old: readonly FilterRule[]): boolean {
  const known = old.map(({ text }) => text);
  return (
    known.every((text) => rules.some((rule) => rule.text === text)) &&
    rules.every(({ text, action }) => action === 'deny' || known.includes(text))
  );
}

/** The same policies, or more that reject. */
function bindsAsMuch(policies: PersonReach['policies'], old: PersonReach['policies']): boolean {
  const known = old.map(({ text }) => text);
  return (
    known.every((text) => policies.some((policy) => policy.text === text)) &&
    policies.every(({ text, rejects }) => rejects || known.includes(text))
  );
}
