import { MEGABYTE } from '../../kernel/size.ts';

/** A volume as the file system tells it, in bytes. */
export interface Volume {
  free: number;
  total: number;
}

export interface MarkSettings {
  percent: number;
  megabytes: number;
  endMegabytes: number;
}

/** In order of urgency. */
export type DiskLevel = 'fine' | 'low' | 'full';

/** Room that must come back beyond the mark, so that a disk at the mark does not cross it every minute. */
const MARGIN = 1.1;

/** Below the first no session is opened; below the second those that write end. A mark of 0 turns both off. */
export function marksOf(total: number, { percent, megabytes, endMegabytes }: MarkSettings) {
  const low = Math.min((total * percent) / 100, megabytes * MEGABYTE);
  return { low, end: Math.min(endMegabytes * MEGABYTE, low / 2) };
}

/** Free bytes at which new sessions are opened again. */
export function enoughOf(total: number, settings: MarkSettings): number {
  return marksOf(total, settings).low * MARGIN;
}

export function levelOf({ free, total }: Volume, settings: MarkSettings, before: DiskLevel): DiskLevel {
  const { low, end } = marksOf(total, settings);
  if (free < (before === 'full' ? end * MARGIN : end)) {
    return 'full';
  }
  return free < (before === 'fine' ? low : low * MARGIN) ? 'low' : 'fine';
}
