import { eachDot, GLYPH } from './bitmap-font.ts';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Dots between one letter and the next, and between lines. */
const GAP = { column: 1, row: 3 } as const;

export const letterSize = (scale: number) => ({
  width: (GLYPH.width + GAP.column) * scale,
  height: (GLYPH.height + GAP.row) * scale,
});

/** A picture in memory, a number 0xRRGGBB for each dot. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.dots = new Uint32Array(width * height);
  }

  rectangle(area: Area, colour: number): void {
    const { x, y, width, height } = this.clip(area);
    for (let row = y; row < y + height; row++) {
      this.dots.fill(colour, row * this.width + x, row * this.width + x + width);
    }
  }

  text(text: string, { x, y }: { x: number; y: number }, colour: number, scale = 2): void {
    const { width } = letterSize(scale);
    [...text].forEach((letter, at) => {
      eachDot(letter, (column, row) => {
        this.rectangle(
          { x: x + at * width + column * scale, y: y + row * scale, width: scale, height: scale },
          colour,
        );
      });
    });
  }

  /** What of an area is on it. */
  clip({ x, y, width, height }: Area): Area {
    const left = Math.min(Math.max(0, x), this.width);
    const top = Math.min(Math.max(0, y), this.height);
    return {
      x: left,
      y: top,
      width: Math.max(0, Math.min(x + width, this.width) - left),
      height: Math.max(0, Math.min(y + height, this.height) - top),
    };
  }
}
