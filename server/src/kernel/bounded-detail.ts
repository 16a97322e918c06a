import { boundedText, sha256 } from './bounded-text.ts';

/** Bytes of what one entry says beyond who, what and when. */
export const MAX_DETAIL_BYTES = 4096;
/** Names have 500 characters at most; what strangers type may be anything. */
export const MAX_NAME_BYTES = 2048;
/** Room for the mark that says that something was cut. */
const ROOM_FOR_MARK = 160;

/** How much is left of texts and lists, tried until all of it fits. */
const STEPS = [
  { textBytes: 1024, items: 50 },
  { textBytes: 256, items: 20 },
  { textBytes: 128, items: 5 },
] as const;

type Step = (typeof STEPS)[number];

/** As JSON. What is too long is cut, and `cut` says how long all of it was and what its SHA-256 is. */
export function boundedDetail(detail: Record<string, unknown>, maxBytes = MAX_DETAIL_BYTES): string {
  const whole = JSON.stringify(detail);
  const bytes = Buffer.byteLength(whole);
  if (bytes <= maxBytes) {
    return whole;
  }
  const cut = { bytes, sha256: sha256(whole) };
  const plain = JSON.parse(whole) as Record<string, unknown>;
  for (const step of STEPS) {
    const text = JSON.stringify({ ...(shortened(plain, step) as object), cut });
    if (Buffer.byteLength(text) <= maxBytes) {
      return text;
    }
  }
  return JSON.stringify({ ...firstThatFit(plain, STEPS[2], maxBytes), cut });
}

function shortened(value: unknown, step: Step): unknown {
  if (typeof value === 'string') {
    return boundedText(value, step.textBytes);
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, step.items).map((item) => shortened(item, step));
    return value.length > kept.length ? [...kept, `… +${value.length - kept.length}`] : kept;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner, step)]));
  }
  return value;
}

function firstThatFit(plain: Record<string, unknown>, step: Step, maxBytes: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  let bytes = ROOM_FOR_MARK;
  for (const [name, value] of Object.entries(plain)) {
    const short = shortened(value, step);
    bytes += Buffer.byteLength(JSON.stringify({ [name]: short }));
    if (bytes <= maxBytes) {
      kept[name] = short;
    } else {
      bytes -= Buffer.byteLength(JSON.stringify({ [name]: short }));
    }
  }
  return kept;
}

/** What lists things, as several details where one entry has no room for all of them. */
export function inSeveralDetails(name: string, items: readonly unknown[]): Record<string, unknown>[] {
  const parts: unknown[][] = [[]];
  let bytes = ROOM_FOR_MARK;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes + size > MAX_DETAIL_BYTES && parts.at(-1)?.length !== 0) {
      parts.push([]);
      bytes = ROOM_FOR_MARK;
    }
    bytes += size;
    parts.at(-1)?.push(item);
  }
  return parts.map((some) => ({ [name]: some }));
}
