/**
 * What a browser may show of a file, by its name alone, and the one type it is shown as: never what the file says about
 * itself. Pages and drawings with script in them (HTML, SVG, XML) are not among them; they are text.
 */
const KINDS = {
  image: {
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
  },
  pdf: { pdf: 'application/pdf' },
  audio: {
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    flac: 'audio/flac',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
  },
  video: { mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg', mov: 'video/mp4' },
} as const;

export type PreviewKind = keyof typeof KINDS;

/** It is fetched whole before it is shown. */
export const PREVIEW_BYTES = 50 * 1_048_576;

export function previewOf(name: string): { kind: PreviewKind; type: string } | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  for (const [kind, types] of Object.entries(KINDS) as [PreviewKind, Record<string, string>][]) {
    const type = Object.hasOwn(types, ending) ? types[ending] : undefined;
    if (type !== undefined) {
      return { kind, type };
    }
  }
  return undefined;
}
