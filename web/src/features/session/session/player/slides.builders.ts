import type { PlaybackScreen } from './playback-clock.ts';

/** A slide show: no bytes, no size, a picture each second. */
export class Slides implements PlaybackScreen {
  slide = -1;
  mark = undefined;
  get nextChangeAt() {
    return (this.slide + 1) * 1000;
  }
  isAhead(moment: number): boolean {
    return this.slide >= 0 && moment >= this.slide * 1000;
  }
  load(): Promise<() => void> {
    return Promise.resolve(() => (this.slide = 0));
  }
  loadNext(): undefined {
    return undefined;
  }
  draw(moment: number): void {
    this.slide = Math.floor(moment / 1000);
  }
}
