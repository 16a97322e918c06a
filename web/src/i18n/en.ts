import type { Catalogue } from './zh-TW.ts';

const files = import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' });

/** Every file beside it. That it has what zh-TW has, word by word, a test sees to. */
export const catalogue = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.slice('./en/'.length, -'.json'.length), words]),
) as unknown as Catalogue;
