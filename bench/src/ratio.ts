/** One figure of one side of a comparison. */
type Measure = () => Promise<number>;

interface Side {
  name: string;
  run: Measure;
}

interface Subject {
  name: string;
  /** What one unit of the figures is, such as `requests/s`. */
  unit: string;
  candidate: Side;
  /** How often it is measured; else what the bench says. */
  repetitions?: number;
}

/** More is better, and the candidate must reach a part of the baseline. */
export interface Case extends Subject {
  baseline: Side;
  /** The least ratio of candidate to baseline that is good enough; below it the bench fails. */
  atLeast: number;
}

/** Less is better, and the candidate has a limit in the unit of the figures: milliseconds, kilobytes. */
export interface Bound extends Subject {
  /** Taken off the candidate, turn by turn: what counts then is what the product adds to it. */
  baseline?: Side;
  /** The most that is good enough; above it the bench fails. */
  atMost: number;
}

export type Check = Case | Bound;

/** Checks that share what has to be prepared for them. */
export interface Suite {
  cases: readonly Check[];
  close(): Promise<void>;
}

interface Result {
  case: Check;
  baseline: number;
  candidate: number;
  /** Candidate by baseline, or candidate less baseline: what the case is judged by. */
  figure: number;
  range: [number, number];
  isGood: boolean;
}

/** Runs both sides turn by turn, so that a busy moment of the machine hits both, and answers medians. */
export async function compare(subject: Check, usualRepetitions: number): Promise<Result> {
  const { baseline, candidate, repetitions = usualRepetitions } = subject;
  const baselines: number[] = [];
  const candidates: number[] = [];
  if (repetitions > 1) {
    await baseline?.run();
    await candidate.run();
  }
  for (let turn = 0; turn < repetitions; turn++) {
    baselines.push((await baseline?.run()) ?? 0);
    candidates.push(await candidate.run());
  }
  const figures = candidates
    .map((value, turn) => {
      const other = baselines[turn] ?? Number.NaN;
      return 'atLeast' in subject ? value / other : value - other;
    })
    .toSorted((a, b) => a - b);
  const figure = median(figures);
  return {
    case: subject,
    baseline: median(baselines),
    candidate: median(candidates),
    figure,
    range: [figures[0] ?? Number.NaN, figures.at(-1) ?? Number.NaN],
    isGood: 'atLeast' in subject ? figure >= subject.atLeast : figure <= subject.atMost,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which this part of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
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

export function describe({ case: subject, baseline, candidate, figure, range, isGood }: Result): string {
  const isRatio = 'atLeast' in subject;
  const judged = (value: number) => (isRatio ? value.toFixed(2) : amount(value));
  const limit = isRatio
    ? `at least ${judged(subject.atLeast)}`
    : `at most ${judged(subject.atMost)} ${subject.unit}`;
  const side = (name: string, value: number) => `${name} ${amount(value)} ${subject.unit}`;
  return [
    `${isGood ? 'ok  ' : 'SLOW'} ${subject.name}: ${judged(figure)} [${range.map(judged).join('–')}], ${limit}`,
    `       ${side(subject.candidate.name, candidate)}${subject.baseline ? `, ${side(subject.baseline.name, baseline)}` : ''}`,
  ].join('\n');
}

/** Three digits are as many as a measurement here is worth. */
function amount(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
