import { translate, type Language } from '../language.ts';
import { WAY_REASON_WORDS, WAY_WORDS, type WayKind, type WayReason } from '../words/way.ts';

/** What became of an attempt to reach a machine, before it is said in anybody's language. */
export interface Way {
  kind: WayKind;
  host?: string | undefined;
  port?: number | undefined;
  /** Which gateway, counted from our end. */
  hop?: number | undefined;
  name?: string | undefined;
  reason?: WayReason | undefined;
  protocol?: string | undefined;
  /** What a host offers, by name. */
  types?: string | undefined;
}

export function sayWay({ kind, reason = 'unknown', ...facts }: Way, language: Language): string {
  const params = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return translate(WAY_WORDS[kind], language, {
    ...params,
    reason: translate(WAY_REASON_WORDS[reason], language),
  });
}

/** As kept in the database: whoever reads it later chooses the language. */
export function storeWay(way: Way): string {
  return JSON.stringify(way);
}

/** Says what `storeWay` kept; any other text is given back as it is. */
export function sayStoredWay(text: string, language: Language): string {
  if (!text.startsWith('{')) {
    return text;
  }
  try {
    const way = JSON.parse(text) as Way;
    return way.kind in WAY_WORDS ? sayWay(way, language) : '';
  } catch {
    return text;
  }
}
