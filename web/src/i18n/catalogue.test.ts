import { describe, expect, it } from 'vitest';

import { catalogue as en } from './en.ts';
import { catalogue as zhTW } from './zh-TW.ts';

function flatten(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, String(value)]],
  );
}

const chinese = new Map(flatten(zhTW));
const english = new Map(flatten(en));
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort();
const tags = (text: string) => [...text.matchAll(/<\/?\w+\s*\/?>/g)].map(String).sort();

it('has the same keys in both languages; English has a singular besides', () => {
  const singular = (key: string) => key.endsWith('_one') && english.has(key.replace(/_one$/, '_other'));
  const keys = [...english.keys()].filter((key) => !singular(key));
  expect(keys.sort()).toEqual([...chinese.keys()].sort());
});

it('has the same placeholders and tags in both languages', () => {
  for (const [key, text] of chinese) {
    expect([key, placeholders(english.get(key) ?? ''), tags(english.get(key) ?? '')]).toEqual([
      key,
      placeholders(text),
      tags(text),
    ]);
  }
});

it('has no empty text', () => {
  const empty = [...chinese, ...english].filter(([, text]) => text.trim() === '');
  expect(empty).toEqual([]);
});

it('has no Chinese in English', () => {
  expect([...english].filter(([, text]) => /[\p{Script=Han}「」，。：；！？（）]/u.test(text))).toEqual([]);
});

// Words to avoid and simplified characters are found by scripts/words.mjs, in these files and everywhere else.
describe('Traditional Chinese as written in Taiwan', () => {
  it('has full-width punctuation and no exclamation marks', () => {
    const wrong = [...chinese].filter(([, text]) => /\p{Script=Han}[,;:!?]|！/u.test(text));
    expect(wrong).toEqual([]);
  });

  it('has a space between Han and Latin letters or digits', () => {
    const wrong = [...chinese].filter(([, text]) =>
      /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(text),
    );
    expect(wrong).toEqual([]);
  });
});

it.each([
  ['zh-TW', zhTW],
  ['en', en],
])('keeps the keys of %s sorted', (_language, catalogue) => {
  const unsorted = Object.entries(catalogue).flatMap(([namespace, texts]) => unsortedIn(texts, namespace));
  expect(unsorted).toEqual([]);
});

function unsortedIn(texts: object, path: string): string[] {
  // Whole numbers come first and in their own order, whatever the file says.
  const keys = Object.keys(texts).filter((key) => !/^\d+$/.test(key));
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
  const below = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? unsortedIn(value, `${path}.${key}`) : [],
  );
  return isSorted ? below : [path, ...below];
}
