import * as z from 'zod';

import type { FieldError } from './error.ts';
import { translate, type Language, type SentenceParams } from './language.ts';
import { FIELD_WORDS, VALUE_WORDS } from './words/fields.ts';
import { VALIDATION_WORDS, type ValidationRule } from './words/validation.ts';

type Issue = z.core.$ZodIssue;

interface Refusal {
  rule: ValidationRule;
  params?: SentenceParams;
}

interface Bounds {
  min?: number | null;
  max?: number | null;
}

/** A sentence that knows both bounds says "between", which tells the person more than the one just missed. */
function sizeRule(issue: Issue & { code: 'too_small' | 'too_big' }, { min, max }: Bounds): Refusal {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const kind = issue.origin === 'string' ? 'string' : issue.origin === 'array' ? 'array' : 'number';
  if (kind === 'string' && isSmall && issue.input === '') {
    return { rule: 'required' };
  }
  if (issue.exact && kind !== 'number') {
    return { rule: `${kind}.length`, params: { limit } };
  }
  if (isBound(min) && isBound(max) && !(kind === 'string' && min <= 1)) {
    return { rule: `${kind}.range`, params: { min, max } };
  }
  return { rule: `${kind}.${isSmall ? 'min' : 'max'}`, params: { limit } };
}

/** Zod says "no bound" with infinity, and bounds integers by what a number can hold. */
function isBound(value: number | null | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

/** The bounds that the schema of a top-level field declares, where it has any. */
function boundsOf(schema: z.ZodType | undefined, path: readonly PropertyKey[]): Bounds {
  let leaf: unknown = schema instanceof z.ZodObject ? schema.shape[String(path[0])] : undefined;
  for (;;) {
    if (leaf instanceof z.ZodDefault || leaf instanceof z.ZodOptional || leaf instanceof z.ZodNullable) {
      leaf = leaf.unwrap();
    } else if (leaf instanceof z.ZodPipe && leaf.def.in instanceof z.ZodTransform) {
      leaf = leaf.def.out; // What `z.preprocess` makes: the bounds are those of what comes after.
    } else {
      break;
    }
  }
  if (path.length !== 1) {
    return {};
  }
  if (leaf instanceof z.ZodString) {
    return { min: leaf.minLength, max: leaf.maxLength };
  }
  if (leaf instanceof z.ZodArray) {
    const checks = (leaf.def.checks ?? []).map(
      (one) => one._zod.def as { minimum?: number; maximum?: number },
    );
    const find = (name: 'minimum' | 'maximum') => checks.find((one) => one[name] !== undefined)?.[name];
    return { min: find('minimum') ?? null, max: find('maximum') ?? null };
  }
  return leaf instanceof z.ZodNumber ? { min: leaf.minValue, max: leaf.maxValue } : {};
}

function refusal(issue: Issue, bounds: Bounds, language: Language): Refusal {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? { rule: 'required' } : { rule: 'type' };
    case 'too_small':
    case 'too_big':
      return sizeRule(issue, bounds);
    case 'invalid_format':
      // A value that misses a pattern is not a pattern that is wrong.
      return { rule: issue.format !== 'regex' && isRule(issue.format) ? issue.format : 'format' };
    case 'invalid_value':
      return { rule: 'enum', params: { values: sayValues(issue.values.map(String), language) } };
    case 'unrecognized_keys':
      return { rule: 'unknown', params: { names: issue.keys.slice(0, 10).join(', ') } };
    case 'invalid_union':
      return { rule: 'type' };
    case 'custom':
      return isRule(issue.params?.rule)
        ? { rule: issue.params.rule, params: issue.params as SentenceParams }
        : { rule: 'format' };
    default:
      return { rule: 'format' };
  }
}

/** As people choose them, with what programs send: 「允許（allow）」. */
function sayValues(values: readonly string[], language: Language): string {
  const isEnglish = language === 'en';
  return values
    .map((value) => {
      const word = VALUE_WORDS[value]?.[language];
      return word === undefined ? value : isEnglish ? `${word} (${value})` : `${word}（${value}）`;
    })
    .join(isEnglish ? ', ' : '、');
}

/** A fault as a sentence of its own, which names its field as forms do. */
export function sayFault(
  { path, message }: Pick<FieldError, 'path' | 'message'>,
  language: Language,
): string {
  const [first = '', ...rest] = path.split('.');
  const name = [FIELD_WORDS[first]?.[language] ?? first, ...rest].join('.');
  if (name === '') {
    return message;
  }
  return language === 'en' ? `${name}: ${message}` : `「${name}」${message}`;
}

function isRule(value: unknown): value is ValidationRule {
  return typeof value === 'string' && Object.hasOwn(VALIDATION_WORDS, value);
}

/** More than a person can read; a list may hold thousands of wrong values. */
const MAX_FAULTS = 50;

type Checked<Data> = { data: Data; fields?: undefined } | { data?: undefined; fields: FieldError[] };

/**
 * Checks a value and answers either the data or the sentences a person reads beside each field.
 * Server and console both use it. The input is reported to this function only: it may hold a secret.
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: Language,
): Checked<z.output<Schema>> {
  // Zod's own sentences are not used; making one for each of ten thousand wrong values would be the longest part.
  const result = schema.safeParse(value, { reportInput: true, error: () => '' });
  if (result.success) {
    return { data: result.data };
  }
  const fields = result.error.issues.slice(0, MAX_FAULTS).map((issue) => {
    const { rule, params } = refusal(issue, boundsOf(schema, issue.path), language);
    return { path: issue.path.join('.'), rule, message: translate(VALIDATION_WORDS[rule], language, params) };
  });
  return { fields };
}
