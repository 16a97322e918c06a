/** One part of what a script printed. */
export interface Section {
  body: string;
  /** What its command said about itself on the other stream. */
  errors: string;
  /** The exit code of its command; null when its end never came. */
  rc: number | null;
}

export type Sections = ReadonlyMap<string, Section>;

const NAME = '[\\w.-]{1,64}';

/**
 * Takes apart what a script printed on both streams. Each part stands between two marks with a number that is new for
 * every run, so that a name which only passes through cannot forge one. What stands before, between and behind them is
 * nobody's: greetings of login shells, mostly.
 */
export function readSections(stdout: string, stderr: string, nonce: string): Sections {
  const errors = partsOf(stderr, nonce);
  return new Map(
    [...partsOf(stdout, nonce)].map(([name, { body, rc }]) => [
      name,
      { body, rc, errors: errors.get(name)?.body ?? '' },
    ]),
  );
}

/** An empty part for one that never came. */
export function sectionOf(sections: Sections, name: string): Section {
  return sections.get(name) ?? { body: '', errors: '', rc: null };
}

export function linesOf(sections: Sections, name: string): string[] {
  return sectionOf(sections, name)
    .body.split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '');
}

function partsOf(text: string, nonce: string): Map<string, { body: string; rc: number | null }> {
  const parts = new Map<string, { body: string; rc: number | null }>();
  const mark = new RegExp(`^@@${nonce} (?:B (${NAME})|E (${NAME}) (\\d{1,5}))$`, 'gm');
  let open: { name: string; start: number } | undefined;
  for (const found of text.matchAll(mark)) {
    const [line, begun, ended, rc] = found;
    if (begun !== undefined) {
      keep(open, found.index, null);
      open = { name: begun, start: found.index + line.length };
    } else if (open && ended === open.name) {
      keep(open, found.index, Number(rc));
      open = undefined;
    }
  }
  keep(open, text.length, null);
  return parts;

  function keep(part: { name: string; start: number } | undefined, end: number, rc: number | null): void {
    // Each script has a part once: what comes a second time is not its own.
    if (part && !parts.has(part.name)) {
      parts.set(part.name, { body: text.slice(part.start, end).replace(/^\n/, '').replace(/\n+$/, ''), rc });
    }
  }
}
