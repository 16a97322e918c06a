import { readFileSync } from 'node:fs';

/** Processor time of this thread, as Linux counts it: those that collect garbage beside it hold up nobody. */
export function threadMs(): number {
  const [ns = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(ns) / 1_000_000;
}
