import type { GpuSignal } from '@jadegate/contract/fleet/gpu';

import { newNonce, type Question } from './question.ts';
import { sectionOf, type Sections } from './sections.ts';

/** A process that is meant: its number, and when it began, because numbers are given out again. */
export interface ProcessRef {
  pid: number;
  startTicks: number;
}

/** `changed`: the number is free, or another's. `refused`: the account may not. */
export type SignalOutcome = 'ended' | 'still-there' | 'changed' | 'refused';

const OUTCOMES: readonly string[] = ['ended', 'still-there', 'changed', 'refused'] satisfies SignalOutcome[];
/** What the shell reads, and not JavaScript. */
const D = '$';

/** Asks whether it is still the same and sends the signal in one go, then waits a little for what becomes of it. */
const SCRIPT = `main() {
LC_ALL=C LANG=C; export LC_ALL LANG; unset LANGUAGE
PATH=$PATH:/usr/sbin:/sbin:/usr/bin:/bin; export PATH
B() { printf '\\n@@%s B %s\\n' "$N" "$1"; printf '\\n@@%s B %s\\n' "$N" "$1" >&2; }
E() { printf '\\n@@%s E %s %s\\n' "$N" "$1" "$2"; printf '\\n@@%s E %s %s\\n' "$N" "$1" "$2" >&2; }
S() { s=; while read -r w; do s="$s $w"; done </proc/$1/stat; s=${D}{s##*) }; set -- $s; A=$1 Z=${D}{20}; } 2>/dev/null
there() { A= Z=; S "$K"; [ "$Z" = "$T" ] && [ "$A" != Z ]; }
B signal
if ! there; then echo changed
elif kill -s "$G" "$K" 2>/dev/null || sudo -n /usr/bin/kill -s "$G" "$K" 2>/dev/null; then
  i=0; while there && [ $i -lt 10 ]; do sleep 1; i=$((i+1)); done
  if there; then echo still-there; else echo ended; fi
elif there; then echo refused
else echo ended; fi
E signal 0
B end; E end 0
}
main </dev/null
`;

export function signalQuestion({ pid, startTicks }: ProcessRef, signal: GpuSignal): Question {
  const isFit = (value: number, least: number) => Number.isSafeInteger(value) && value >= least;
  if (!isFit(pid, 2) || !isFit(startTicks, 0)) {
    throw new Error('signal: no such process');
  }
  const nonce = newNonce();
  return { nonce, input: `N=${nonce}\nK=${pid}\nT=${startTicks}\nG=${signal}\n${SCRIPT}` };
}

/** Undefined when the host said something else. */
export function readSignal(sections: Sections): SignalOutcome | undefined {
  const word = sectionOf(sections, 'signal').body.trim();
  return OUTCOMES.includes(word) ? (word as SignalOutcome) : undefined;
}
