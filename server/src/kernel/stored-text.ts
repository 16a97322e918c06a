import type * as z from 'zod';

/** Whether what reads a text at work can read this one, which comes from elsewhere. */
export function compiles(compile: (text: string) => unknown, value: string): boolean {
  try {
    compile(value);
    return true;
  } catch {
    return false;
  }
}

export function isJsonOf(schema: z.ZodType, json: string): boolean {
  try {
    return schema.safeParse(JSON.parse(json)).success;
  } catch {
    return false;
  }
}
