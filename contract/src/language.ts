export const LANGUAGES = ['zh-TW', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text a person reads, in both languages. `{name}` stands for a parameter. */
export interface Sentence {
  'zh-TW': string;
  en: string;
}

type Words = Readonly<Record<string, Sentence>>;
type KeyOf<Each> = Each extends Words ? keyof Each & string : never;

/** The words of several features as one; the keys stay what they are. */
export function joinWords<const Each extends Words>(words: readonly Each[]): Record<KeyOf<Each>, Sentence> {
  return Object.assign({}, ...words) as Record<KeyOf<Each>, Sentence>;
}

export type SentenceParams = Record<string, string | number>;

export function translate(sentence: Sentence, language: Language, params: SentenceParams = {}): string {
  return sentence[language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[`${name}.${language}`] ?? params[name] ?? whole),
  );
}

/** A value that is itself words, kept for whoever will read it: `say` takes the one of its language. */
export function inEachLanguage(name: string, words: (language: Language) => string): SentenceParams {
  // The plain name is for servers of the version before.
  return { [name]: words('zh-TW'), [`${name}.zh-TW`]: words('zh-TW'), [`${name}.en`]: words('en') };
}

/** English only when the request prefers it; everything else gets Traditional Chinese. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';');
      const quality = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => quality > 0 && /^(zh|en)\b/.test(tag))
    .toSorted((a, b) => b.quality - a.quality);
  return ranked[0]?.tag.startsWith('en') ? 'en' : 'zh-TW';
}
