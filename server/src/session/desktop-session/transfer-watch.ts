import { createHash, type Hash } from 'node:crypto';

/** What went over in one stream. */
export interface Transfer {
  bytes: number;
  /** SHA-256 of them; empty where nothing was taken. */
  checksum: string;
  /** The beginning of it, where it is text and kept. */
  text: string;
  /** It broke off. */
  isFailed: boolean;
}

interface Open {
  hash: Hash;
  bytes: number;
  /** Undefined where it is not kept. */
  kept: Buffer[] | undefined;
  keptBytes: number;
}

/** Of one transfer; more is copied by nobody who is to be read later. */
const KEPT_BYTES = 64 * 1024;

/** Measures what goes over in the streams of one direction, piece by piece as they pass. */
export class TransferWatch {
  readonly #keepsText: boolean;
  readonly #onTransfer: (transfer: Transfer) => void;
  readonly #open = new Map<string, Open>();

  constructor({ keepsText, onTransfer }: { keepsText: boolean; onTransfer: (transfer: Transfer) => void }) {
    this.#keepsText = keepsText;
    this.#onTransfer = onTransfer;
  }

  begin(stream: string, type: string): void {
    this.#finish(stream, true);
    const kept = this.#keepsText && type.startsWith('text/') ? [] : undefined;
    this.#open.set(stream, { hash: createHash('sha256'), bytes: 0, kept, keptBytes: 0 });
  }

  add(stream: string, base64: string): void {
    const open = this.#open.get(stream);
    if (!open) {
      return;
    }
    const piece = Buffer.from(base64, 'base64');
    open.hash.update(piece);
    open.bytes += piece.length;
    if (open.kept && open.keptBytes < KEPT_BYTES) {
      open.kept.push(piece.subarray(0, KEPT_BYTES - open.keptBytes));
      open.keptBytes += piece.length;
    }
  }

  end(stream: string): void {
    this.#finish(stream, false);
  }

  /** Nothing more comes of those that are open. */
  breakOff(): void {
    [...this.#open.keys()].forEach((stream) => this.#finish(stream, true));
  }

  #finish(stream: string, isFailed: boolean): void {
    const open = this.#open.get(stream);
    if (!this.#open.delete(stream) || !open || open.bytes === 0) {
      return;
    }
    const text = new TextDecoder().decode(Buffer.concat(open.kept ?? []));
    this.#onTransfer({ bytes: open.bytes, checksum: open.hash.digest('hex'), text, isFailed });
  }
}
