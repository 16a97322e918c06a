import * as z from 'zod';

import { LIMITS } from '../limits.ts';
import { DEFAULT_BRANDING } from '../words/branding.ts';

/**
 * What no password is, however long: some three characters in a row, a short piece again and again, a run along the
 * alphabet or the digits. Length is what counts otherwise; no character classes are demanded.
 */
const LEAST_DIFFERENT = 4;
const LONGEST_PIECE = 6;

export function isSimplePassword(password: string): boolean {
  const characters = [...password.toLowerCase()];
  return (
    new Set(characters).size < LEAST_DIFFERENT ||
    unforeseen(characters) < LEAST_DIFFERENT ||
    isRepeated(characters)
  );
}

/** How many do not go on from the one before, as those of `abcd`, `9876`, `890` and `eeee` do. */
function unforeseen(characters: readonly string[]): number {
  return characters.filter((character, at) => !goesOn(characters[at - 1], character)).length;
}

function goesOn(before: string | undefined, character: string): boolean {
  if (before === undefined) {
    return false;
  }
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1 || before + character === '90' || before + character === '09';
}

/** One short piece, twice or more; the last time it may break off. */
function isRepeated(characters: readonly string[]): boolean {
  const longest = Math.min(LONGEST_PIECE, Math.floor(characters.length / 2));
  return Array.from({ length: longest }, (_, index) => index + 1).some((length) =>
    characters.every((character, at) => at < length || character === characters[at - length]),
  );
}

const AT_THE_ENDS = /^[^\p{L}]+|[^\p{L}]+$/gu;
const bare = (text: string) => text.toLowerCase().replace(AT_THE_ENDS, '');

/** A name that everybody knows, also with the digits and signs around it that guessers try: `Jadegate2026!`. */
export function isNameOf(password: string, name: string): boolean {
  return (
    password.toLowerCase() === name.toLowerCase() || (bare(name) !== '' && bare(password) === bare(name))
  );
}

const PRODUCT_NAMES = Object.values(DEFAULT_BRANDING.name).flatMap((name) => [name, ...name.split(' ')]);

export function isProductName(password: string): boolean {
  return PRODUCT_NAMES.some((name) => isNameOf(password, name));
}

/**
 * For forms: a password somebody chooses, with the least length that the installation asks for. The server checks all of
 * it again. Length is what counts; no character classes are demanded.
 */
export const newPassword = (min: number) =>
  z
    .string()
    .min(min)
    .max(LIMITS.password.max)
    .refine((text) => text.length < min || !isSimplePassword(text), { params: { rule: 'simplePassword' } })
    .refine((text) => !isProductName(text), { params: { rule: 'productName' } });
