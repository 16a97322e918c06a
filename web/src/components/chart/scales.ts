import { degrees, watts } from '../../format/figure.ts';
import { formatSize } from '../../format/size.ts';

/** What the steps of an axis are: bytes, in powers of two, or whole numbers, with nothing between two of them. */
type Axis = 'bytes' | 'whole';

/** How values of one kind are printed and what the steps of their axis are: said once, so that no chart forgets it. */
export interface Scale {
  format: (value: number) => string;
  /** The highest value that can be, where there is one. */
  max?: number;
  axis?: Axis;
}

const percent = (value: number) => `${Number(value.toFixed(1))}%`;
const plain = (value: number) => String(Number(value.toFixed(2)));

export const SHARE: Scale = { format: percent, max: 100 };
/** May be above a hundred: of several processors. */
export const PERCENT: Scale = { format: percent };
export const PLAIN: Scale = { format: plain };
export const COUNT: Scale = { format: plain, axis: 'whole' };
export const BYTES: Scale = { format: formatSize, axis: 'bytes' };
export const BYTE_RATE: Scale = { format: (value) => `${formatSize(value)}/s`, axis: 'bytes' };
export const DEGREES: Scale = { format: degrees };
export const WATTS: Scale = { format: watts };
export const MEGAHERTZ: Scale = { format: (value) => `${Math.round(value)} MHz` };
export const MILLISECONDS: Scale = { format: (value) => `${Number(value.toFixed(1))} ms` };
