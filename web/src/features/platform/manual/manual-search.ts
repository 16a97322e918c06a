import type { ManualChapterId } from '../../../components/manual-chapters.ts';
import type { Manual } from './manual-text.ts';
import { plainText, textOf } from './markdown.ts';

/** What one finds: a heading with everything below it, or the beginning of a chapter. */
interface Section {
  chapter: ManualChapterId;
  chapterTitle: string;
  /** Empty at the beginning of a chapter. */
  anchor: string;
  heading: string;
  text: string;
}

export interface Hit extends Section {
  /** What stands around the first place, cut at the place itself. */
  before: string;
  found: string;
  after: string;
}

const MAX_HITS = 30;
const BEFORE = 24;
const AFTER = 64;

function sectionsOf(manual: Manual): Section[] {
  return manual.flatMap(({ id, title, blocks }) => {
    const sections: Section[] = [{ chapter: id, chapterTitle: title, anchor: '', heading: title, text: '' }];
    for (const block of blocks) {
      const current = sections.at(-1);
      if (block.kind === 'heading') {
        const heading = plainText(block.content);
        sections.push({ chapter: id, chapterTitle: title, anchor: block.id, heading, text: '' });
      } else if (current) {
        current.text = `${current.text} ${textOf(block)}`.trimStart();
      }
    }
    return sections;
  });
}

/** Not NFKC, which would change how long a text is: the places are those of the text as it stands. */
const fold = (text: string) => text.toLowerCase();

/** Sections that hold all words; those with all of them in the heading first, otherwise in the order of the manual. */
export function searchManual(manual: Manual, typed: string): Hit[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) {
    return [];
  }
  const holdsAll = (text: string) => words.every((word) => fold(text).includes(word));
  const all = sectionsOf(manual).filter(({ heading, text }) => holdsAll(`${heading} ${text}`));
  const inHeading = all.filter(({ heading }) => holdsAll(heading));
  const others = all.filter(({ heading }) => !holdsAll(heading));
  return [...inHeading, ...others].slice(0, MAX_HITS).map((section) => {
    const at = fold(section.text).indexOf(first);
    const start = Math.max(0, at - BEFORE);
    const end = at < 0 ? 0 : at + first.length;
    return {
      ...section,
      before: at < 0 ? '' : (start > 0 ? '…' : '') + section.text.slice(start, at),
      found: at < 0 ? '' : section.text.slice(at, end),
      after: section.text.slice(end, end + AFTER) + (section.text.length > end + AFTER ? '…' : ''),
    };
  });
}
