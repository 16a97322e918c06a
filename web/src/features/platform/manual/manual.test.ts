// What the manual says must be there: the words of the screens, the chapters in both languages, the ends of its links.
import { LANGUAGES, type Language } from '@jadegate/contract/language';
import { describe, expect, it } from 'vitest';

import { catalogue as en } from '../../../i18n/en.ts';
import { catalogue as zhTW } from '../../../i18n/zh-TW.ts';
import { searchManual } from './manual-search.ts';
import { loadManual, type Manual } from './manual-text.ts';
import { parseChapter, type Block, type Inline } from './markdown.ts';
import { source as sourceEn } from './source-en.ts';
import { source as sourceZhTW } from './source-zh-tw.ts';

const CATALOGUES: Record<Language, object> = { 'zh-TW': zhTW, en };
const manuals = new Map(
  await Promise.all(LANGUAGES.map(async (language) => [language, await loadManual(language)] as const)),
);
const manualIn = (language: Language): Manual => manuals.get(language) ?? [];

const textsIn = (texts: object): string[] =>
  Object.values(texts).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? textsIn(value) : [String(value)],
  );

function inlinesOf(block: Block): Inline[] {
  switch (block.kind) {
    case 'code':
      return [];
    case 'list':
      return block.items.flat();
    case 'table':
      return [block.head, ...block.rows].flat(2);
    default:
      return block.content;
  }
}

const inlinesIn = (manual: Manual) =>
  manual.flatMap(({ id, blocks }) => blocks.flatMap(inlinesOf).map((part) => ({ chapter: id, ...part })));
const anchorsOf = ({ blocks }: Manual[number]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));

it('has the same chapters and anchors in both languages, and no file that is no chapter', () => {
  const outline = (language: Language) => manualIn(language).map((one) => [one.id, anchorsOf(one)]);
  expect(outline('en')).toEqual(outline('zh-TW'));
  for (const [language, source] of [
    ['zh-TW', sourceZhTW],
    ['en', sourceEn],
  ] as const) {
    expect(Object.keys(source).length).toBe(manualIn(language).length);
    expect(manualIn(language).filter(({ title, blocks }) => title === '' || blocks.length < 4)).toEqual([]);
  }
});

describe.each([...LANGUAGES])('in %s', (language) => {
  it('names only what stands on the screens', () => {
    const known = new Set(textsIn(CATALOGUES[language]));
    const named = inlinesIn(manualIn(language)).filter(({ kind }) => kind === 'ui');
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ text }) => !known.has(text))).toEqual([]);
  });

  it('has links that lead somewhere', () => {
    const places = new Set(
      manualIn(language).flatMap((one) => [
        `${one.id}.md`,
        ...anchorsOf(one).map((anchor) => `${one.id}.md#${anchor}`),
      ]),
    );
    const links = inlinesIn(manualIn(language)).filter(({ kind }) => kind === 'link');
    expect(links.filter(({ to = '' }) => to !== '/docs' && !places.has(to))).toEqual([]);
  });

  it('is written in the part of Markdown that is drawn', () => {
    const plain = inlinesIn(manualIn(language)).filter(({ kind }) => kind === 'text');
    expect(plain.filter(({ text }) => /\*\*|`|\]\(|\{#|^#|<\w/.test(text))).toEqual([]);
  });
});

it('is found in by all words, headings first, with what stands around the first place', () => {
  const [hit] = searchManual(manualIn('zh-TW'), 'reset-admin 一次性密碼');
  expect(hit).toMatchObject({ chapter: 'troubleshooting', anchor: 'locked-out', found: 'reset-admin' });
  expect(searchManual(manualIn('en'), 'RECOVERY codes')[0]?.chapter).toBe('first-login');
  expect(searchManual(manualIn('en'), 'host keys')[0]?.anchor).toBe('host-keys');
  expect(searchManual(manualIn('en'), ' ')).toEqual([]);
});

it('joins lines of Chinese without a space, and others with one', () => {
  const { blocks } = parseChapter('# T\n\n第一行，\n第二行 SSH\n第三行\n\n- one\n  two');
  expect(blocks).toEqual([
    { kind: 'paragraph', content: [{ kind: 'text', text: '第一行，第二行 SSH 第三行' }] },
    { kind: 'list', isOrdered: false, items: [[{ kind: 'text', text: 'one two' }]] },
  ]);
});
