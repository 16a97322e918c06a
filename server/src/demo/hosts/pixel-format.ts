import type { Area, Canvas } from './canvas.ts';

interface Colour {
  max: number;
  shift: number;
}

const DEPTHS = [8, 16, 32];

/** How a viewer wants the dots of the picture (RFC 6143 §7.4). Colours by number are not known. */
export class PixelFormat {
  static readonly usual = new PixelFormat(
    Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]),
  );
  readonly bytes: Buffer;
  readonly #bits: number;
  readonly #isBigEndian: boolean;
  readonly #colours: Colour[];

  private constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#bits = bytes.readUInt8(0);
    this.#isBigEndian = bytes.readUInt8(2) !== 0;
    this.#colours = [0, 1, 2].map((at) => ({
      max: bytes.readUInt16BE(4 + at * 2),
      shift: bytes.readUInt8(10 + at),
    }));
  }

  static read(bytes: Buffer): PixelFormat {
    if (!DEPTHS.includes(bytes.readUInt8(0)) || bytes.readUInt8(3) === 0) {
      throw new Error('no such format');
    }
    return new PixelFormat(Buffer.from(bytes));
  }

  /** The dots of an area, one line after the other. */
  pack(canvas: Canvas, { x, y, width, height }: Area): Buffer {
    const size = this.#bits / 8;
    const packed = Buffer.alloc(width * height * size);
    const known = new Map<number, number>();
    let at = 0;
    for (let row = y; row < y + height; row++) {
      for (const dot of canvas.dots.subarray(row * canvas.width + x, row * canvas.width + x + width)) {
        let value = known.get(dot);
        if (value === undefined) {
          value = this.#valueOf(dot);
          known.set(dot, value);
        }
        if (this.#isBigEndian) {
          packed.writeUIntBE(value, at, size);
        } else {
          packed.writeUIntLE(value, at, size);
        }
        at += size;
      }
    }
    return packed;
  }

  #valueOf(dot: number): number {
    const parts = [dot >> 16, dot >> 8, dot].map((part) => part & 0xff);
    return this.#colours.reduce(
      (sum, { max, shift }, at) => sum + Math.round(((parts[at] ?? 0) * max) / 255) * 2 ** shift,
      0,
    );
  }
}
