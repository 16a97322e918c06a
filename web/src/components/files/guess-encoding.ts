import { decode, encode, type Encoding } from './text-encoding.ts';

/** Two bytes for a character each; the same bytes are often text in several of them, but only in one a likely one. */
const DOUBLE: [
  Encoding,
  { isSingle: (byte: number) => boolean; isUsual: (first: number, second: number) => boolean },
][] = [
  // The characters that schools teach come first, and punctuation before them.
  ['big5', { isSingle: () => false, isUsual: (first) => first >= 0xa1 && first <= 0xc6 }],
  [
    'gb18030',
    {
      isSingle: () => false,
      isUsual: (first, second) =>
        second >= 0xa1 && ((first >= 0xb0 && first <= 0xd7) || (first >= 0xa1 && first <= 0xa3)),
    },
  ],
  [
    'shift_jis',
    {
      isSingle: (byte) => byte >= 0xa1 && byte <= 0xdf,
      isUsual: (first) => (first >= 0x81 && first <= 0x83) || (first >= 0x88 && first <= 0x97),
    },
  ],
];
/** Below this it is chance: a few accents of a western language, read as rare characters. */
const LIKELY = 0.5;

/** What a file that says nothing about itself is written in, so that saving it unchanged changes no character. */
export function guessEncoding(bytes: Uint8Array): Encoding | undefined {
  if (survives(bytes, 'utf-8')) {
    return 'utf-8';
  }
  const likely = DOUBLE.map(([encoding, kind]) => ({ encoding, share: usualShare(bytes, kind) }))
    .filter(({ share }) => share >= LIKELY)
    .toSorted((a, b) => b.share - a.share);
  return [...likely.map(({ encoding }) => encoding), 'windows-1252' as const].find((encoding) =>
    survives(bytes, encoding),
  );
}

/** Reading and writing loses nothing. Where a character can be written in two ways it may be the other one. */
export function survives(bytes: Uint8Array, encoding: Encoding): boolean {
  const text = decode(bytes, encoding);
  const back = text === undefined ? undefined : encode(text, encoding);
  return back !== undefined && decode(back, encoding) === text;
}

/** How much of what is not ASCII is made of pairs that are usual in this encoding. */
function usualShare(bytes: Uint8Array, { isSingle, isUsual }: (typeof DOUBLE)[number][1]): number {
  let high = 0;
  let usual = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      continue;
    }
    high += 1;
    if (!isSingle(first)) {
      at += 1;
      high += 1;
      usual += isUsual(first, bytes[at] ?? 0) ? 2 : 0;
    }
  }
  return high === 0 ? 0 : usual / high;
}
