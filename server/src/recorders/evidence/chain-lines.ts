import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { CHAIN_DOMAIN, CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';

import { isKeyframe, keyframeImage } from '../desktop/keyframe-image.ts';
import type { ChainAnswer, ChainTask, ChainTime, Grown } from './chain-task.ts';
import type { ChainEnd } from './chain.ts';
import { hashOfRange } from './range-hash.ts';

/** Clocks of a session and of its machine differ by less as long as nobody sets the latter. */
const TOLERATED_MS = 2000;

/**
 * The lines of one recording. Each tells of bytes that follow those of the line before it, names the hash of that line,
 * and is signed: whoever knows the last one knows all of them.
 */
export class ChainLines {
  readonly #folder: string;
  readonly #key: KeyObject;
  readonly #file: number;
  readonly #signed = new Map<string, number>();
  #links = 0;
  #hash = '';

  private constructor(folder: string, key: KeyObject) {
    this.#folder = folder;
    this.#key = key;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = openSync(join(folder, CHAIN_FILE), 'ax', 0o600);
  }

  static open({ folder, begin, key, time }: Extract<ChainTask, { kind: 'open' }>): ChainLines {
    const lines = new ChainLines(folder, createPrivateKey(key.privateKey));
    lines.#write({ ...begin, key: key.id }, time);
    return lines;
  }

  get reached(): ChainAnswer {
    return { links: this.#links, hash: this.#hash };
  }

  /** Signs what a file has gained since the last time. */
  async link({ file, to, hashed }: Grown, time: ChainTime): Promise<void> {
    const from = this.#signed.get(file) ?? 0;
    const path = join(this.#folder, file);
    if (isKeyframe(file)) {
      const image = await keyframeImage(readFileSync(path));
      this.#write({ file, from: 0, to: image.length, sha256: sha256(image) }, time);
    } else if (to > from) {
      const known = hashed?.from === from ? hashed.sha256 : undefined;
      this.#write({ file, from, to, sha256: known ?? hashOfRange({ path, from, to }) }, time);
    }
    this.#signed.set(file, to);
  }

  note(facts: { account: string }, time: ChainTime): void {
    this.#write(facts, time);
  }

  end(end: ChainEnd, time: ChainTime): void {
    this.#write({ end }, time);
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(said: object, { at, wall }: ChainTime): void {
    const isMoved = Math.abs(wall - at) > TOLERATED_MS;
    const line = { seq: this.#links, at, ...(isMoved && { wall }), ...said, prev: this.#hash };
    const text = JSON.stringify(line);
    const signed = Buffer.from(CHAIN_DOMAIN + text);
    writeSync(this.#file, `${text}\t${sign(null, signed, this.#key).toString('base64')}\n`);
    this.#links += 1;
    this.#hash = sha256(signed);
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
