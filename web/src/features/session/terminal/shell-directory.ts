import { decodeName, normalPath } from '@jadegate/contract/files/file-path';

/** More than any path needs, each of its bytes written as `%XX`. */
const LONGEST = 3 * 4096 + 300;
/** A prompt is drawn for people; what comes faster than this was not. */
const EVERY_MS = 250;

/**
 * Where a shell says it is: `file://host/path`, as OSC 7 has it. Any program may write that, so it is no more than a
 * proposal of what to list, and what is no plain path is not even that.
 */
export function directoryOf(said: string): { host: string; path: string } | undefined {
  const parts = said.length <= LONGEST ? /^file:\/\/([\w.-]*)(\/.*)$/su.exec(said) : null;
  const [, host = '', encoded = ''] = parts ?? [];
  const path = normalPath(decodeName(percentDecoded(encoded)));
  return parts === null || path === undefined || /\p{Cc}/u.test(path) ? undefined : { host, path };
}

/** A percent sign that begins no byte stands for itself. */
function percentDecoded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const digits = bytes[at] === 0x25 ? String.fromCharCode(...bytes.subarray(at + 1, at + 3)) : '';
    const isByte = /^[\da-f]{2}$/i.test(digits);
    decoded[length] = isByte ? Number.parseInt(digits, 16) : (bytes[at] ?? 0);
    length += 1;
    at += isByte ? 2 : 0;
  }
  return decoded.subarray(0, length);
}

/** Follows one shell through its session. */
export class ShellDirectory {
  readonly #onChange: (path: string) => void;
  /** The machine that spoke first. A shell on another, reached from there, has paths that mean nothing here. */
  #host: string | undefined;
  #told: string | undefined;
  #latest: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  hear(said: string): void {
    const directory = directoryOf(said);
    if (!directory || directory.host !== (this.#host ?? directory.host)) {
      return;
    }
    this.#host = directory.host;
    this.#latest = directory.path;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, EVERY_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    if (this.#latest !== undefined && this.#latest !== this.#told) {
      this.#told = this.#latest;
      this.#onChange(this.#latest);
    }
  }
}
