/** What one line of `/metrics` says. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (Na[nN]|[+-]Inf|[+-]?[0-9.eE+-]+)$`);

/**
 * Reads the text format of Prometheus as strictly as its own tools do: every sample belongs to a family with a help and a
 * type before it, families are not torn apart, no series stands there twice, counters end in `_total`.
 */
export function readMetrics(text: string): Sample[] {
  if (!text.endsWith('\n')) {
    throw new Error('the last line does not end');
  }
  const types = new Map<string, string>();
  const helps = new Set<string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let family = '';
  for (const line of text.split('\n')) {
    if (line === '') {
      continue;
    }
    const comment = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      const known = kind === 'HELP' ? helps.has(name) : types.has(name);
      if (known || (kind === 'TYPE' && !/^(counter|gauge|histogram|summary|untyped)$/.test(rest))) {
        throw new Error(`twice, or of no type: ${line}`);
      }
      if (kind === 'HELP') {
        helps.add(name);
      } else {
        types.set(name, rest);
      }
      family = name;
      continue;
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    const type = types.get(family);
    const suffixes =
      type === 'histogram'
        ? ['_bucket', '_sum', '_count']
        : type === 'summary'
          ? ['', '_sum', '_count']
          : [''];
    if (!helps.has(family) || !suffixes.some((suffix) => name === family + suffix)) {
      throw new Error(`belongs to no family: ${line}`);
    }
    if (type === 'counter' && !name.endsWith('_total')) {
      throw new Error(`a counter that does not say so: ${line}`);
    }
    if (seen.has(`${name}{${labels}}`)) {
      throw new Error(`twice: ${line}`);
    }
    seen.add(`${name}{${labels}}`);
    samples.push({ name, labels: labelsOf(labels), value: Number(value.replace('Inf', 'Infinity')) });
  }
  return samples;
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
