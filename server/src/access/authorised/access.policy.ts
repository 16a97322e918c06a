import type { AccessFlags, AccessRuleName, StepOutcome } from '@jadegate/contract/access/access-decision';
import type { GrantState } from '@jadegate/contract/access/authorised';
import {
  ALL_CHANNELS,
  CHANNEL_SWITCHES,
  channelRights,
  NO_CHANNELS,
  USUAL_CHANNELS,
  type ChannelRights,
} from '@jadegate/contract/access/channel-rights';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { isWithin, type DayWindow } from '@jadegate/contract/time-window';
import type { AccessReason } from '@jadegate/contract/words/access';

/** What a strategy allows, as far as a decision needs it. */
export interface GrantedStrategy {
  id: string;
  name: string;
  flags: AccessFlags;
  /** 0: as the settings say. */
  idleMinutes: number;
  maxMinutes: number;
  recording: boolean;
  commandFilterId: string | null;
  /** Only the commands it lists can be run. */
  commandsOnly: boolean;
  /** What an SSH client of one's own may open. */
  channels: ChannelRights;
}

export interface Grant {
  id: string;
  kind: 'user' | 'group';
  groupId?: string;
  groupName?: string;
  /** Null: the grant names none. `missing`: it names one that is not there, which must not open anything. */
  strategy: GrantedStrategy | 'missing' | null;
  startsAt: number | null;
  endsAt: number | null;
  windows: readonly DayWindow[];
  createdAt: number;
  commandFilterId: string | null;
}

export interface Person {
  id: string;
  type: 'admin' | 'user';
  status: 'enabled' | 'disabled';
  /** Holds the menu `asset-access`, or is the first administrator. Counts for administrators only. */
  mayAccessAll: boolean;
}

export interface AccessFacts {
  /** Undefined when there is no such person or asset. */
  person: Person | undefined;
  asset: { id: string; ownerId: string } | undefined;
  grants: readonly Grant[];
}

interface AccessLimits {
  idleMinutes: number;
  maxMinutes: number;
  recording: boolean;
  commandFilterId: string | null;
  /** The strategy whose commands are all that can be run; null where a session can be opened. */
  commandsOnlyOf: string | null;
}

/** What somebody wants with an asset: to open it, or that something is done there for them without a shell. */
export type AccessUse = 'open' | 'run';

export interface Step {
  rule: AccessRuleName;
  outcome: StepOutcome;
  detail: AccessReason;
  decides: boolean;
  grant?: Grant;
  /** For grants that allow less: how many things this one allows, and how many the deciding one. */
  counts?: { own: number; most: number };
}

export interface Decision {
  allowed: boolean;
  flags: AccessFlags;
  /** What an SSH client may open; `shell` holds for terminals in the browser, too. */
  channels: ChannelRights;
  limits: AccessLimits;
  decidedBy: { rule: AccessRuleName; grantId?: string };
  steps: Step[];
}

const every = (value: boolean): AccessFlags =>
  Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, value])) as AccessFlags;

const BARE_CHANNELS = channelRights(USUAL_CHANNELS);

const PLAIN_LIMITS: AccessLimits = {
  idleMinutes: 0,
  maxMinutes: 0,
  recording: true,
  commandFilterId: null,
  commandsOnlyOf: null,
};

/**
 * May this person use this asset at this moment, and with what? Rules are asked in order; the first that answers
 * decides. Times of day are those of the zone in the settings. Whatever is unknown is refused.
 */
export function decideAccess({ person, asset, grants }: AccessFacts, at: Date): Decision {
  const steps: Step[] = [];
  const pass = (rule: AccessRuleName, detail: AccessReason) =>
    steps.push({ rule, outcome: 'pass', detail, decides: false });
  const decide = (rule: AccessRuleName, outcome: 'allow' | 'deny', detail: AccessReason): Decision => ({
    allowed: outcome === 'allow',
    flags: every(outcome === 'allow'),
    channels: outcome === 'allow' ? ALL_CHANNELS : NO_CHANNELS,
    limits: PLAIN_LIMITS,
    decidedBy: { rule },
    steps: [...steps, { rule, outcome, detail, decides: true }],
  });

  if (!person || person.status !== 'enabled') {
    return decide('person', 'deny', person ? 'person.disabled' : 'person.unknown');
  }
  pass('person', 'person.enabled');
  if (!asset) {
    return decide('asset', 'deny', 'asset.unknown');
  }
  pass('asset', 'asset.exists');
  if (person.type === 'admin' && person.mayAccessAll) {
    return decide('administrator', 'allow', 'administrator.holds');
  }
  pass('administrator', person.type === 'admin' ? 'administrator.lacks' : 'administrator.no');
  if (asset.ownerId === person.id) {
    return decide('owner', 'allow', 'owner.yes');
  }
  pass('owner', 'owner.no');

  const judged = judgeGrants(grants, at);
  steps.push(...judged.steps);
  if (!judged.winner) {
    return decide('default', 'deny', grants.length === 0 ? 'default.no_grant' : 'default.none_counts');
  }
  return { ...opened(judged.winner), steps };
}

/** Where only listed commands can be run nothing is opened, in no protocol: a shell is a way to every command. */
export function decideUse(decision: Decision, use: AccessUse): Decision {
  const isShut = use === 'open' && decision.limits.commandsOnlyOf !== null;
  return isShut ? { ...decision, allowed: false } : decision;
}

/** How a grant stands by the clock alone. */
export function grantState(grant: Pick<Grant, 'startsAt' | 'endsAt' | 'windows'>, at: Date): GrantState {
  const now = at.getTime();
  if (grant.endsAt !== null && now >= grant.endsAt) {
    return 'expired';
  }
  if (grant.startsAt !== null && now < grant.startsAt) {
    return 'upcoming';
  }
  const minute = at.getHours() * 60 + at.getMinutes();
  return isWithin(grant.windows, at.getDay(), minute) ? 'active' : 'outside-window';
}

const IDLE_REASONS = {
  expired: 'grant.expired',
  upcoming: 'grant.upcoming',
  'outside-window': 'grant.outside_window',
} as const satisfies Record<Exclude<GrantState, 'active'>, AccessReason>;

/** Why a grant does not count at this moment, or undefined when it does. */
function idleReason(grant: Grant, at: Date): AccessReason | undefined {
  const state = grantState(grant, at);
  if (state !== 'active') {
    return IDLE_REASONS[state];
  }
  return grant.strategy === 'missing' ? 'grant.strategy_missing' : undefined;
}

function judgeGrants(grants: readonly Grant[], at: Date): { winner: Grant | undefined; steps: Step[] } {
  const ordered = grants.toSorted(strongestFirst);
  const winner = ordered.find((grant) => idleReason(grant, at) === undefined);
  const steps = ordered.map((grant): Step => {
    if (grant === winner) {
      return { rule: 'grant', grant, outcome: 'allow', detail: decidingReason(grant), decides: true };
    }
    const idle = idleReason(grant, at);
    const why = idle === undefined ? behind(grant, winner ?? grant) : { detail: idle };
    return { rule: 'grant', grant, outcome: 'pass', decides: false, ...why };
  });
  return { winner, steps };
}

function decidingReason(grant: Grant): AccessReason {
  if (grant.strategy === null) {
    return 'grant.decides_bare';
  }
  return isCommandsOnly(grant) ? 'grant.decides_commands' : 'grant.decides';
}

function isCommandsOnly({ strategy }: Grant): boolean {
  return strategy !== null && strategy !== 'missing' && strategy.commandsOnly;
}

/**
 * A direct grant goes before those of groups. Among groups the one that allows most decides, and opening an asset is more
 * than anything that is done without: being in one more group takes nobody's shell away. Equal ones are told apart by age
 * and then by id, so that the answer is always the same.
 */
function strongestFirst(a: Grant, b: Grant): number {
  return (
    Number(b.kind === 'user') - Number(a.kind === 'user') ||
    Number(isCommandsOnly(a)) - Number(isCommandsOnly(b)) ||
    Number(channelsOf(b).shell) - Number(channelsOf(a).shell) ||
    thingCount(b) - thingCount(a) ||
    a.createdAt - b.createdAt ||
    (a.id < b.id ? -1 : 1)
  );
}

function behind(grant: Grant, winner: Grant): Pick<Step, 'detail' | 'counts'> {
  if (winner.kind === 'user' && grant.kind === 'group') {
    return { detail: 'grant.behind_direct' };
  }
  if (isCommandsOnly(grant) && !isCommandsOnly(winner)) {
    return { detail: 'grant.commands_less' };
  }
  if (!channelsOf(grant).shell && channelsOf(winner).shell) {
    return { detail: 'grant.no_shell' };
  }
  const counts = { own: thingCount(grant), most: thingCount(winner) };
  return counts.own < counts.most ? { detail: 'grant.allows_less', counts } : { detail: 'grant.younger' };
}

/** Where only listed commands can be run there is nothing to open, whatever the switches say. */
function channelsOf({ strategy }: Grant): ChannelRights {
  if (strategy === null) {
    return BARE_CHANNELS;
  }
  return strategy === 'missing' || strategy.commandsOnly ? NO_CHANNELS : strategy.channels;
}

function thingCount(grant: Grant): number {
  const { strategy } = grant;
  const channels = channelsOf(grant);
  const flags = strategy === null || strategy === 'missing' ? every(false) : strategy.flags;
  return (
    STRATEGY_FLAGS.filter((flag) => flags[flag]).length +
    CHANNEL_SWITCHES.filter((name) => channels[name]).length
  );
}

function opened(grant: Grant): Omit<Decision, 'steps'> {
  const decidedBy = { rule: 'grant', grantId: grant.id } as const;
  const { strategy } = grant;
  const channels = channelsOf(grant);
  if (strategy === null || strategy === 'missing') {
    const limits = { ...PLAIN_LIMITS, commandFilterId: grant.commandFilterId };
    return { allowed: strategy === null, flags: every(false), channels, limits, decidedBy };
  }
  const { idleMinutes, maxMinutes, recording, commandsOnly } = strategy;
  const commandFilterId = grant.commandFilterId ?? strategy.commandFilterId;
  const commandsOnlyOf = commandsOnly ? strategy.id : null;
  const limits = { idleMinutes, maxMinutes, recording, commandFilterId, commandsOnlyOf };
  return { allowed: true, flags: strategy.flags, channels, limits, decidedBy };
}
