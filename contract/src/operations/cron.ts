import { isTimeZone } from '../time-zone.ts';

/**
 * When a job runs, as the product family writes it: six fields with seconds first, descriptors such as `@daily`,
 * `@every 5m`, and a zone before them. Reading is here; what comes next is reckoned in `cron-times.ts`.
 */
export type Cron = CronFields | CronInterval;

interface CronInterval {
  kind: 'interval';
  zone: string | undefined;
  everyMs: number;
}

export interface CronFields {
  kind: 'fields';
  /** Undefined: that of the settings. */
  zone: string | undefined;
  seconds: readonly number[];
  minutes: readonly number[];
  hours: readonly number[];
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
  /** Both the day of the month and the weekday are limited, and then either is enough. */
  isEitherDay: boolean;
}

type CronFaultRule =
  | 'cron.secondsMissing'
  | 'cron.fieldCount'
  | 'cron.second'
  | 'cron.minute'
  | 'cron.hour'
  | 'cron.day'
  | 'cron.month'
  | 'cron.weekday'
  | 'cron.zone'
  | 'cron.descriptor'
  | 'cron.interval'
  | 'cron.never';

/** Why a text is no schedule: a rule of `words/validation.ts` and what its sentence names. */
interface CronFault {
  rule: CronFaultRule;
  params: Record<string, string | number>;
}

export const LONGEST_CRON = 200;
const LONGEST_INTERVAL_MS = 366 * 24 * 3600 * 1000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** Of each month, in a leap year. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface FieldShape {
  rule: CronFaultRule;
  min: number;
  max: number;
  names?: readonly string[];
}

const SHAPES = {
  second: { rule: 'cron.second', min: 0, max: 59 },
  minute: { rule: 'cron.minute', min: 0, max: 59 },
  hour: { rule: 'cron.hour', min: 0, max: 23 },
  day: { rule: 'cron.day', min: 1, max: 31 },
  month: { rule: 'cron.month', min: 1, max: 12, names: MONTHS },
  weekday: { rule: 'cron.weekday', min: 0, max: 6, names: WEEKDAYS },
} as const satisfies Record<string, FieldShape>;

const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 0 1 1 *',
  '@annually': '0 0 0 1 1 *',
  '@monthly': '0 0 0 1 * *',
  '@weekly': '0 0 0 * * 0',
  '@daily': '0 0 0 * * *',
  '@midnight': '0 0 0 * * *',
  '@hourly': '0 0 * * * *',
};

class Refused extends Error {
  readonly fault: CronFault;

  constructor(rule: CronFaultRule, params: CronFault['params'] = {}) {
    super(rule);
    this.fault = { rule, params };
  }
}

/** The schedule, or why it is none. */
export function readCron(text: string): { cron: Cron; fault?: undefined } | { fault: CronFault } {
  try {
    return { cron: parse(text.trim()) };
  } catch (error) {
    if (error instanceof Refused) {
      return { fault: error.fault };
    }
    throw error;
  }
}

function parse(text: string): Cron {
  const { zone, rest } = takeZone(text);
  if (!rest.startsWith('@')) {
    return parseFields(rest, zone);
  }
  if (/^@every\s/i.test(rest)) {
    return { kind: 'interval', zone, everyMs: parseInterval(rest.slice('@every'.length).trim()) };
  }
  const fields = Object.hasOwn(DESCRIPTORS, rest.toLowerCase()) ? DESCRIPTORS[rest.toLowerCase()] : undefined;
  if (fields === undefined) {
    throw new Refused('cron.descriptor', { value: shown(rest) });
  }
  return parseFields(fields, zone);
}

function takeZone(text: string): { zone: string | undefined; rest: string } {
  const prefix = /^(?:CRON_)?TZ=(\S*)\s*(.*)$/s.exec(text);
  if (!prefix) {
    return { zone: undefined, rest: text };
  }
  const [, zone = '', rest = ''] = prefix;
  if (!isTimeZone(zone)) {
    throw new Refused('cron.zone', { value: shown(zone) });
  }
  return { zone, rest };
}

function parseFields(text: string, zone: string | undefined): CronFields {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  if (parts.length === 5) {
    throw new Refused('cron.secondsMissing', { example: `0 ${parts.map(shown).join(' ')}` });
  }
  if (parts.length !== 6) {
    throw new Refused('cron.fieldCount', { count: parts.length });
  }
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  const days = parseField(day, SHAPES.day);
  const weekdays = parseField(weekday, SHAPES.weekday);
  const months = parseField(month, SHAPES.month).values;
  const cron: CronFields = {
    kind: 'fields',
    zone,
    seconds: inOrder(parseField(second, SHAPES.second).values),
    minutes: inOrder(parseField(minute, SHAPES.minute).values),
    hours: inOrder(parseField(hour, SHAPES.hour).values),
    days: days.values,
    months,
    weekdays: weekdays.values,
    isEitherDay: !days.isAny && !weekdays.isAny,
  };
  const comesUp = cron.isEitherDay || [...months].some((one) => Math.min(...days.values) <= daysIn(one));
  if (!comesUp) {
    throw new Refused('cron.never');
  }
  return cron;
}

function daysIn(month: number): number {
  return MONTH_DAYS[month - 1] ?? 0;
}

interface Field {
  values: Set<number>;
  /** Written as `*` or `?`: says nothing about the day, and leaves it to the other day field. */
  isAny: boolean;
}

function parseField(text: string, shape: FieldShape): Field {
  const field: Field = { values: new Set(), isAny: false };
  for (const part of text.split(',')) {
    const { from, to, step, isAny } = parseRange(part, shape);
    for (let value = from; value <= to; value += step) {
      field.values.add(value);
    }
    field.isAny ||= isAny;
  }
  return field;
}

/** `*`, `5`, `mon`, `1-5`, each with a step; `5/10` goes from 5 to the end, as the family reads it. */
function parseRange(text: string, shape: FieldShape) {
  const wrong = () => new Refused(shape.rule, { value: shown(text), min: shape.min, max: shape.max });
  const match = /^(\*|\?|(\w+)(?:-(\w+))?)(?:\/(\d{1,4}))?$/.exec(text);
  if (!match) {
    throw wrong();
  }
  const [, , first, last, stepText] = match;
  const step = stepText === undefined ? 1 : Number(stepText);
  const valueOf = (word: string) => parseValue(word, shape) ?? Number.NaN;
  const from = first === undefined ? shape.min : valueOf(first);
  const isOpen = first === undefined || (last === undefined && stepText !== undefined);
  const to = last !== undefined ? valueOf(last) : isOpen ? shape.max : from;
  // A value that is none is neither less nor more than anything.
  const isSound = step > 0 && from >= shape.min && to <= shape.max && from <= to;
  if (!isSound) {
    throw wrong();
  }
  return { from, to, step, isAny: first === undefined && step === 1 };
}

function parseValue(word: string, { names = [], min }: FieldShape): number | undefined {
  if (/^\d{1,4}$/.test(word)) {
    return Number(word);
  }
  const index = names.indexOf(word.toLowerCase());
  return index < 0 ? undefined : index + min;
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** `1h30m`, `90s`; whole seconds, of which there is at least one. */
function parseInterval(text: string): number {
  const isOne = /^(?:\d{1,9}(?:\.\d{1,6})?(?:h|ms|m|s))+$/.test(text);
  let ms = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) {
    ms += Number(count) * (UNIT_MS[unit] ?? 0);
  }
  const whole = Math.floor(ms / 1000) * 1000;
  if (!isOne || whole < 1000 || whole > LONGEST_INTERVAL_MS) {
    throw new Refused('cron.interval', { value: shown(text) });
  }
  return whole;
}

function inOrder(values: ReadonlySet<number>): number[] {
  return [...values].toSorted((a, b) => a - b);
}

function shown(text: string): string {
  return text.slice(0, 40);
}
