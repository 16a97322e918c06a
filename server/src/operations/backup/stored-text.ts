import { SETTINGS, type SettingKey } from '@jadegate/contract/platform/setting';
import type * as z from 'zod';

/** Whether what reads a text at work can read this one, which comes from a file. */
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

export function isSetting(key: string, value: unknown): boolean {
  return Object.hasOwn(SETTINGS, key) && SETTINGS[key as SettingKey].schema.safeParse(value).success;
}
