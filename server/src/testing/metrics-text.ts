import type { TestServer } from './test-server.ts';

/** What one line of `/metrics` says. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (Na[nN]|[+-]Inf|[+-]?[0-9.eE+-]+)$`);
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SUFFIXES: Record<string, readonly string[]> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};
/** Base units only: a dashboard must not have to know which of our times are in milliseconds. */
const OTHER_UNITS = /_(milliseconds|ms|minutes|hours|days|kilobytes|kb|megabytes|mb|percent)(_|$)/;

interface Family {
  name: string;
  type: string;
  samples: Sample[];
}

/**
 * Reads the text format of Prometheus as strictly as its own tools do: every sample belongs to a family with one help
 * and one type before it, families are not torn apart, no series stands there twice, names say what they count.
 */
export function readMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) {
    throw new Error('the end: the last line does not end');
  }
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let helped = '';
  let family: Family | undefined;
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, about = '', rest = ''] = COMMENT.exec(line) ?? [];
    if (kind === 'HELP') {
      helped = about;
      family = undefined;
    } else if (kind === 'TYPE') {
      if (helped !== about || families.has(about) || !(rest in SUFFIXES)) {
        throw new Error(`without help, twice, or of no type: ${line}`);
      }
      family = { name: about, type: rest, samples: [] };
      families.set(about, family);
    } else {
      const sample = readSample(line, family);
      const series = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()]);
      if (seen.has(series)) {
        throw new Error(`twice: ${line}`);
      }
      seen.add(series);
      family?.samples.push(sample);
    }
  }
  const all = [...families.values()];
  all.forEach((one) => refuseOddFamily(one));
  return all.flatMap(({ samples }) => samples);
}

function readSample(line: string, family: Family | undefined): Sample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (!family || !(SUFFIXES[family.type] ?? []).some((suffix) => name === family.name + suffix)) {
    throw new Error(`belongs to no family: ${line}`);
  }
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  const read = Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, unescaped(text)]));
  if (Object.keys(read).length !== pairs.length) {
    throw new Error(`names a label twice: ${line}`);
  }
  return { name, labels: read, value: Number(value.replace('Inf', 'Infinity')) };
}

const unescaped = (text: string) =>
  text.replaceAll(/\\(["\\n])/g, (_all, character: string) => (character === 'n' ? '\n' : character));

function refuseOddFamily({ name, type, samples }: Family): void {
  if ((type === 'counter') !== name.endsWith('_total')) {
    throw new Error(`what ends in _total is a counter, and nothing else: ${name} is a ${type}`);
  }
  if (OTHER_UNITS.test(name)) {
    throw new Error(`seconds, bytes and shares of one are the units: ${name}`);
  }
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) {
    throw new Error(`a counter below zero: ${name}`);
  }
  if (type === 'histogram') {
    refuseOddBuckets(name, samples);
  }
}

/** Each set of labels has its buckets in order, none smaller than the one before, the last of all as large as the count. */
function refuseOddBuckets(name: string, samples: readonly Sample[]): void {
  const sets = new Map<string, Sample[]>();
  for (const sample of samples) {
    const labels = Object.entries(sample.labels).filter(([label]) => label !== 'le');
    const key = JSON.stringify(labels.toSorted());
    sets.set(key, [...(sets.get(key) ?? []), sample]);
  }
  for (const [labels, set] of sets) {
    const buckets = set.filter((one) => one.name.endsWith('_bucket'));
    const rises = (values: number[]) =>
      values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
    const bounds = buckets.map((one) => Number(one.labels['le']?.replace('Inf', 'Infinity')));
    const count = set.find((one) => one.name.endsWith('_count'))?.value;
    const isWhole =
      rises(bounds) &&
      rises(buckets.map(({ value }) => value)) &&
      bounds.at(-1) === Infinity &&
      buckets.at(-1)?.value === count &&
      set.filter((one) => one.name.endsWith('_sum')).length === 1;
    if (!isWhole) {
      throw new Error(`buckets that do not add up: ${name} ${labels}`);
    }
  }
}

/** The value of the series with these labels, whatever others it has. */
export function sampleOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find(
    (one) =>
      one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value;
}

/** The bytes that went through sessions of a protocol, as `/metrics` tells them. */
export async function sessionBytes(
  server: Pick<TestServer, 'inject'>,
  protocol: string,
): Promise<{ input: number; output: number }> {
  const samples = readMetrics((await server.inject('GET', '/metrics')).body);
  const of = (direction: string) =>
    sampleOf(samples, 'jadegate_session_bytes_total', { protocol, direction }) ?? 0;
  return { input: of('input'), output: of('output') };
}
