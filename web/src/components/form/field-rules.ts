import { translate, type Language } from '@jadegate/contract/language';
import { check } from '@jadegate/contract/validation';
import { VALIDATION_WORDS } from '@jadegate/contract/words/validation';
import * as z from 'zod';

/** The contract schema of a form: one entry per field. */
export type FormSchema = z.ZodObject<z.ZodRawShape>;

export interface FieldRules {
  required: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

/** The schema that holds the limits, without what only says "may be absent" or converts. */
function leafOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leafOf(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) {
    return leafOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  return schema;
}

function fieldOf(schema: FormSchema, name: string): z.core.$ZodType {
  const field = schema.shape[name];
  if (field === undefined) {
    throw new Error(`The form schema has no field "${name}"`);
  }
  return field;
}

/** What a field of a form shows of its schema: the required mark and the limits of the input. */
export function fieldRules(schema: FormSchema, name: string): FieldRules {
  const field = fieldOf(schema, name);
  const leaf = leafOf(field);
  const required = !accepts(field, undefined) && !accepts(field, '');
  if (leaf instanceof z.ZodString) {
    return { required, maxLength: leaf.maxLength ?? undefined };
  }
  if (leaf instanceof z.ZodNumber) {
    return { required, min: finite(leaf.minValue), max: finite(leaf.maxValue) };
  }
  return { required };
}

function finite(bound: number | null): number | undefined {
  return bound !== null && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
}

/** The sentence that stands under a field whose value is refused, or nothing. */
export function fieldError(
  schema: FormSchema,
  name: string,
  value: unknown,
  options: { language: Language; required?: boolean },
): string | undefined {
  if (options.required === true && (value === undefined || value === null || value === '')) {
    return translate(VALIDATION_WORDS.required, options.language);
  }
  // Inside an object, because the sentences that name both bounds look them up by field.
  const alone = z.object({ [name]: fieldOf(schema, name) });
  return check(alone, { [name]: value }, options.language).fields?.[0]?.message;
}

/** Texts that may be blank but not absent start blank: an untouched input has the value undefined. */
export function blankValues(schema: FormSchema): Record<string, string> {
  const names = Object.keys(schema.shape).filter((name) => {
    const field = fieldOf(schema, name);
    return !accepts(field, undefined) && accepts(field, '');
  });
  return Object.fromEntries(names.map((name) => [name, '']));
}
