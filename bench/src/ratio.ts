/** Work per second of one side of a comparison. */
export type Measure = () => Promise<number>;

export interface Case {
  name: string;
  /** What one unit of the figures is, such as `requests/s`. */
  unit: string;
  baseline: { name: string; run: Measure };
  candidate: { name: string; run: Measure };
  /** The least ratio of candidate to baseline that is good enough; below it the bench fails. */
  atLeast: number;
}

export interface Result {
  case: Case;
  baseline: number;
  candidate: number;
  ratio: number;
  range: [number, number];
}

/** Runs both sides turn by turn, so that a busy moment of the machine hits both, and answers medians. */
export async function compare(subject: Case, repetitions: number): Promise<Result> {
  const baselines: number[] = [];
  const candidates: number[] = [];
  await subject.baseline.run();
  await subject.candidate.run();
  for (let turn = 0; turn < repetitions; turn++) {
    baselines.push(await subject.baseline.run());
    candidates.push(await subject.candidate.run());
  }
  const ratios = candidates
    .map((value, turn) => value / (baselines[turn] ?? Number.NaN))
    .toSorted((a, b) => a - b);
  return {
    case: subject,
    baseline: median(baselines),
    candidate: median(candidates),
    ratio: median(ratios),
    range: [ratios[0] ?? Number.NaN, ratios.at(-1) ?? Number.NaN],
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Does the work over and over for about the given time; answers how often per second. */
export async function perSecond(durationMs: number, work: () => Promise<unknown> | void): Promise<number> {
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < durationMs) {
    await work();
    count++;
  }
  return (count * 1000) / (performance.now() - started);
}

export function describe({ case: subject, baseline, candidate, ratio, range }: Result): string {
  const figure = (value: number) => Math.round(value).toLocaleString('en');
  const verdict = ratio >= subject.atLeast ? 'ok  ' : 'SLOW';
  return [
    `${verdict} ${subject.name}: ${ratio.toFixed(2)} [${range.map((value) => value.toFixed(2)).join('–')}], at least ${subject.atLeast}`,
    `       ${subject.candidate.name} ${figure(candidate)} ${subject.unit}, ${subject.baseline.name} ${figure(baseline)} ${subject.unit}`,
  ].join('\n');
}
