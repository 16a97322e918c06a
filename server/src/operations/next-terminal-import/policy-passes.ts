import type { AccessRule } from '@jadegate/contract/identity/access-rule';
import {
  DAY_MINUTES,
  parseRanges,
  RANGE_SEPARATOR,
  type DayWindow,
  type MinuteRange,
} from '@jadegate/contract/time-window';

/**
 * There, two questions are asked of all policies of a person, one after the other: do their addresses refuse, and do
 * their hours? In each the strongest policy that matches decides, and a policy without hours matches no time. Here one
 * policy decides, the strongest whose addresses and hours match both.
 */

export interface OldPolicy {
  id: string;
  isEnabled: boolean;
  rule: AccessRule;
  priority: number;
  addresses: string;
  windows: readonly DayWindow[];
  people: readonly string[];
}

/** A policy that rejects everybody in these hours, for some of the people of the one that it is made of. */
export interface HoursPart {
  windows: readonly DayWindow[];
  people: string[];
}

interface Translated {
  addresses: string;
  priority: number;
  windows: readonly DayWindow[];
  /** To be asked before any policy of addresses. */
  hours: HoursPart[];
}

export const EVERYWHERE = '0.0.0.0/0,::/0';
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** More than these of one person are not looked at: their hours stay rejected. */
const MOST_EXEMPTIONS = 20;

/** What each policy becomes, so that all of them together let in whom they let in there, and nobody else. */
export class PolicyPasses {
  readonly #byHoursAlone: boolean;
  readonly #priorities = new Map<string, number>();
  readonly #allowing = new Map<string, OldPolicy[]>();

  constructor(policies: readonly OldPolicy[], bounds: { strongest: number; weakest: number }) {
    const strongestFirst = policies.toSorted((a, b) => a.priority - b.priority);
    this.#byHoursAlone = goByHoursAlone(strongestFirst);
    // What goes by hours has the strongest number for itself.
    const isSplit = !this.#byHoursAlone && policies.some(hasHours);
    let [last, given] = [Number.NEGATIVE_INFINITY, bounds.strongest];
    for (const policy of strongestFirst) {
      const { id, priority } = policy;
      given = isSplit ? Math.max(priority, priority === last ? given : given + 1) : priority;
      last = priority;
      this.#priorities.set(id, Math.min(given, bounds.weakest));
      if (policy.isEnabled && policy.rule === 'allow' && hasHours(policy)) {
        this.#allow(policy);
      }
    }
  }

  of(policy: OldPolicy): Translated {
    const { id, addresses, windows, rule } = policy;
    const priority = this.#priorities.get(id) ?? policy.priority;
    if (this.#byHoursAlone) {
      return { addresses: EVERYWHERE, priority, windows, hours: [] };
    }
    const hours = rule === 'reject' && hasHours(policy) ? this.#hoursOf(policy) : [];
    return { addresses, priority, windows: [], hours };
  }

  #allow(policy: OldPolicy): void {
    for (const person of policy.people) {
      const allowing = this.#allowing.get(person) ?? [];
      this.#allowing.set(person, allowing);
      if (allowing.length < MOST_EXEMPTIONS) {
        allowing.push(policy);
      }
    }
  }

  /** One part for all people to whom the same hours are left. */
  #hoursOf({ windows, people, priority }: OldPolicy): HoursPart[] {
    const parts = new Map<string, HoursPart>();
    const leftOf = new Map<string, readonly DayWindow[]>();
    for (const person of people.length === 0 ? [undefined] : people) {
      const stronger = (this.#allowing.get(person ?? '') ?? []).filter((one) => one.priority < priority);
      const exempting = stronger.map(({ id }) => id).join();
      const left = leftOf.get(exempting) ?? (stronger.length === 0 ? windows : without(windows, stronger));
      leftOf.set(exempting, left);
      const key = JSON.stringify(left);
      const part = parts.get(key) ?? { windows: left, people: [] };
      parts.set(key, part);
      if (person !== undefined) {
        part.people.push(person);
      }
    }
    return [...parts.values()].filter((part) => part.windows.some(({ value }) => value.trim() !== ''));
  }
}

/** The usual ones, that allow office hours and reject all others, mean the same here as they stand. */
function goByHoursAlone(strongestFirst: readonly OldPolicy[]): boolean {
  const first = new Map<string, AccessRule>();
  for (const { isEnabled, people, rule } of strongestFirst) {
    (isEnabled ? people : []).forEach((person) => first.set(person, first.get(person) ?? rule));
  }
  const areHoursAlone = ({ addresses, windows, rule }: OldPolicy) =>
    addresses.split(',').includes('0.0.0.0/0') &&
    (rule === 'reject' || windows.every(({ value }) => parseRanges(value)?.every(hadEffect)));
  return (
    strongestFirst.every((policy) => hasHours(policy) && areHoursAlone(policy)) &&
    [...first.values()].every((rule) => rule === 'allow')
  );
}

function hasHours({ windows }: OldPolicy): boolean {
  return windows.some(({ value }) => value.trim() !== '');
}

/** Hours as minutes of each day, without those in which one of these policies allows. */
function without(windows: readonly DayWindow[], allowing: readonly OldPolicy[]): DayWindow[] {
  const week = new Uint8Array(WEEKDAYS.length * DAY_MINUTES);
  for (const { key, value } of windows) {
    for (const { from, to } of parseRanges(value) ?? []) {
      for (let minute = from; minute < to; minute++) {
        week[(key * DAY_MINUTES + minute) % week.length] = 1;
      }
    }
  }
  for (const { key, value } of allowing.flatMap((one) => one.windows)) {
    for (const { from, to } of (parseRanges(value) ?? []).filter(hadEffect)) {
      week.fill(0, key * DAY_MINUTES + from, key * DAY_MINUTES + to);
    }
  }
  return WEEKDAYS.map((key) => ({
    key,
    value: textOf(week.subarray(key * DAY_MINUTES, (key + 1) * DAY_MINUTES)),
  })).filter(({ value }) => value !== '');
}

/** A range over midnight, or up to it, matched nothing there: nobody was let in by one. */
function hadEffect({ from, to }: MinuteRange): boolean {
  return to < DAY_MINUTES || (from === 0 && to === DAY_MINUTES);
}

function textOf(day: Uint8Array): string {
  const ranges: string[] = [];
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    if (day[minute] === 1) {
      const from = minute;
      while (day[minute] === 1) {
        minute++;
      }
      ranges.push(`${clockOf(from)}~${clockOf(minute)}`);
    }
  }
  return ranges.join(RANGE_SEPARATOR);
}

function clockOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}
