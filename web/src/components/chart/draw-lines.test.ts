import { expect, it } from 'vitest';

import { optionOf } from './draw-lines.ts';
import { BYTE_RATE, BYTES, SHARE, type Scale } from './scales.ts';

const COLOURS = { lines: ['#008060', '#d46b08'], text: '#555', grid: '#ddd', background: '#fff' };
const TIME = '2026-01-01T00:00:00.000Z';

function drawn(scale: Scale, values: (number | null)[] = [1]) {
  return optionOf({
    times: [TIME],
    series: [
      { name: 'one', values },
      { name: 'two', values: [null] },
    ],
    scale,
    colours: COLOURS,
    formatTime: (time) => `at ${time}`,
  });
}

it('says what is under the pointer in elements, since the policy refuses the inline styles of HTML', () => {
  const box = drawn(SHARE).tooltip.formatter([
    { seriesIndex: 0, seriesName: '<b>one</b>', value: [TIME, 12.5] },
    { seriesIndex: 1, seriesName: 'two', value: [TIME, null] },
  ]);
  expect(box).toBeInstanceOf(HTMLElement);
  expect([...box.children].map(({ textContent }) => textContent)).toEqual([
    `at ${Date.parse(TIME)}`,
    '<b>one</b>12.5%',
    'two–',
  ]);
  const marks = [...box.querySelectorAll('i')].map(({ style }) => [style.borderColor, style.borderStyle]);
  expect(marks).toEqual([
    ['#008060', 'solid'],
    ['#d46b08', 'dashed'],
  ]);
});

it.each([
  [BYTES, ['16 KB', '32 KB', '48 KB', '64 KB']],
  [BYTE_RATE, ['16 KB/s', '32 KB/s', '48 KB/s', '64 KB/s']],
])('steps in round units of 1024 where bytes are drawn', (scale, labels) => {
  const {
    max = 0,
    interval = 1,
    axisLabel,
  } = drawn(scale, [35_000]).yAxis as {
    max?: number;
    interval?: number;
    axisLabel: { formatter: (value: number) => string };
  };
  const steps = Array.from({ length: max / interval }, (_, index) =>
    axisLabel.formatter(interval * (index + 1)),
  );
  expect(steps).toEqual(labels);
});

it('shows twenty minutes around the only time there is, and not two days', () => {
  const { min = 0, max = 0 } = drawn(SHARE).xAxis as { min?: number; max?: number };
  expect([Date.parse(TIME) - min, max - Date.parse(TIME)]).toEqual([600_000, 600_000]);
});
