import { takesBody, type AnyEndpoint } from '@jadegate/contract/endpoint';
import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { LIMITS } from '@jadegate/contract/limits';
import { check } from '@jadegate/contract/validation';
import { expect, it } from 'vitest';
import * as z from 'zod';

import { shortOrSoak } from '../testing/soak.ts';
import { threadMs } from '../testing/thread-ms.ts';
import { isTooComplex, MAX_VALUES } from './body-shape.ts';

/** As large as the limits let through, in the long form; the short one sees that nothing throws. */
const VALUES = shortOrSoak(20, MAX_VALUES - 200);
const BYTES = shortOrSoak(300, LIMITS.bodyBytes - 10_000);
/** Of processor time, measured in the long form only: a short one is over before it can be measured. */
const LONGEST_MS = shortOrSoak(Infinity, 50);

const many = (value: unknown) => Array.from({ length: VALUES }, () => value);
const filled = (text: string) => text.repeat(Math.floor(BYTES / text.length));

const LISTS: [string, unknown][] = [
  ['keys', Object.fromEntries(many(0).map((_, index) => [`k${index}`, 1]))],
  ['numbers', many(0)],
  ['objects', many({}).slice(0, VALUES / 2)],
  ['letters', many('a')],
  ['addresses', many('10.0.0.1')],
  ['ids', many('0190a0b0-0000-7000-8000-000000000000')],
];
/** What patterns and lists in texts are made of. */
const PIECES =
  'a|1.|,|1,|1.1.1.1,|a@| |\n|/|.|a.|-|A!|(|1|~|${|:|\u200B|a\r\n|08:00~09:00、|(a*)*|::|a:1,'.split('|');
const HOSTILE = [
  ...LISTS,
  ...PIECES.map((piece): [string, unknown] => [JSON.stringify(piece), filled(piece)]),
];

/** The fields of a schema, of each of its alternatives, and of what it is made from. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.keys(schema.shape);
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => fieldsOf(option as z.ZodType));
  }
  if (schema instanceof z.ZodPipe) {
    return [...fieldsOf(schema.def.in as z.ZodType), ...fieldsOf(schema.def.out as z.ZodType)];
  }
  return [];
}

/** Of this thread: those that clear memory up beside it hold up nobody. */
function msOf(work: () => void): number {
  const before = threadMs();
  work();
  return threadMs() - before;
}

/** In the short form each field is given a fifth of it, and the next one another: five fields have them all. */
const EACH = shortOrSoak(5, 1);

function stallsOf({ body }: AnyEndpoint): string[] {
  const stalls: string[] = [];
  const fields = [...new Set(fieldsOf(body))];
  const harmless = Object.fromEntries(fields.map((name) => [name, 'a']));
  const bodies = [
    ...LISTS,
    ...fields.flatMap((field, at) =>
      HOSTILE.filter((_, index) => (at + index) % EACH === 0).map(([name, value]): [string, unknown] => [
        `${field} ${name}`,
        { ...harmless, [field]: value },
      ]),
    ),
  ];
  for (const [name, value] of bodies) {
    // The best of three: what else the machine does is not meant.
    const once = () => msOf(() => check(body, value, 'zh-TW'));
    if (once() >= LONGEST_MS && once() >= LONGEST_MS && once() >= LONGEST_MS) {
      stalls.push(name);
    }
  }
  return stalls;
}

it('lets through what is tried here', () => {
  for (const [, value] of HOSTILE) {
    expect(isTooComplex(Buffer.from(JSON.stringify({ field: value })))).toBe(false);
  }
});

it.each(ENDPOINTS.filter(takesBody).map((one) => [`${one.method} ${one.path}`, one] as const))(
  'no body holds up %s',
  (_, endpoint) => {
    expect(stallsOf(endpoint)).toEqual([]);
  },
  600_000,
);
