// The reader of `/metrics` refuses what Prometheus would, so that what passes it is well made.
import { describe, expect, it } from 'vitest';

import { readMetrics, sampleOf } from './metrics-text.ts';

const family = (name: string, type: string, ...lines: string[]) =>
  [`# HELP ${name} What it is.`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');

describe('the reader of metrics', () => {
  it('reads names, labels as they were meant, and values', () => {
    const text =
      family('a_total', 'counter', 'a_total{x="say \\"hi\\"",y="a\\\\b\\nc"} 3') +
      family('b_bytes', 'gauge', 'b_bytes -Inf');
    expect(readMetrics(text)).toEqual([
      { name: 'a_total', labels: { x: 'say "hi"', y: 'a\\b\nc' }, value: 3 },
      { name: 'b_bytes', labels: {}, value: -Infinity },
    ]);
    expect(sampleOf(readMetrics(text), 'a_total', { y: 'a\\b\nc' })).toBe(3);
  });

  it.each([
    ['a last line without an end', 'a 1'],
    ['a sample without a family', 'a 1\n'],
    ['a type without help', '# TYPE a gauge\na 1\n'],
    ['a type that there is not', family('a', 'meter', 'a 1')],
    ['a family that comes twice', family('a', 'gauge', 'a 1') + family('a', 'gauge', 'a{x="1"} 1')],
    ['a series that comes twice', family('a', 'gauge', 'a{x="1",y="2"} 1', 'a{y="2",x="1"} 1')],
    ['a label that comes twice', family('a', 'gauge', 'a{x="1",x="2"} 1')],
    ['a quote that is not escaped', family('a', 'gauge', 'a{x="1"2"} 1')],
    ['a backslash that escapes nothing', family('a', 'gauge', 'a{x="\\d"} 1')],
    ['a counter that does not say so', family('a', 'counter', 'a 1')],
    ['a gauge that says it is a counter', family('a_total', 'gauge', 'a_total 1')],
    ['a counter below zero', family('a_total', 'counter', 'a_total -1')],
    ['milliseconds', family('a_ms', 'gauge', 'a_ms 1')],
    ['percent', family('a_percent', 'gauge', 'a_percent 1')],
    [
      'buckets that fall',
      family('a', 'histogram', 'a_bucket{le="1"} 2', 'a_bucket{le="+Inf"} 1', 'a_sum 1', 'a_count 1'),
    ],
    ['buckets without an end', family('a', 'histogram', 'a_bucket{le="1"} 1', 'a_sum 1', 'a_count 1')],
    [
      'buckets that are not the count',
      family('a', 'histogram', 'a_bucket{le="+Inf"} 1', 'a_sum 1', 'a_count 2'),
    ],
  ])('refuses %s', (_what, text) => {
    expect(() => readMetrics(text)).toThrow(/: /);
  });

  it('takes a histogram that adds up', () => {
    const lines = ['a_bucket{le="1"} 1', 'a_bucket{le="+Inf"} 2', 'a_sum 9', 'a_count 2'];
    expect(readMetrics(family('a', 'histogram', ...lines))).toHaveLength(4);
  });
});
