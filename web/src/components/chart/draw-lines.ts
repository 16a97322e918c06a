import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import { byteCeiling } from './byte-ceiling.ts';
import { chartTooltip, type PointedLine } from './chart-tooltip.ts';
import { DASHES } from './dashes.ts';
import type { Scale } from './scales.ts';

echarts.use([LineChart, GridComponent, TooltipComponent, SVGRenderer]);

export interface LineSeries {
  name: string;
  values: readonly (number | null)[];
}

interface LineColours {
  lines: readonly string[];
  text: string;
  grid: string;
  background: string;
}

interface LinesToDraw {
  times: readonly string[];
  series: readonly LineSeries[];
  scale: Scale;
  colours: LineColours;
  formatTime: (time: number) => string;
}

/** Times are printed to the minute. */
const MINUTE_MS = 60_000;
/** Around the only time there is: left alone, the axis shows two days. */
const LONE_MS = 10 * MINUTE_MS;
/** `16.00 KB` is `16 KB` on an axis, whose steps are round. */
const NO_DECIMALS = /\.0+(?=\D|$)/u;

export interface DrawnLines {
  draw: (lines: LinesToDraw) => void;
  resize: () => void;
  remove: () => void;
}

/** Apart from the page, and fetched after it: the library is larger than everything else on it. */
export function drawLinesIn(element: HTMLElement): DrawnLines {
  const chart = echarts.init(element, undefined, { renderer: 'svg' });
  return {
    draw: (lines) => chart.setOption(optionOf(lines), { notMerge: true }),
    resize: () => chart.resize(),
    remove: () => chart.dispose(),
  };
}

/** Apart from the drawing, for the tests. */
export function optionOf({ times, series, scale, colours, formatTime }: LinesToDraw) {
  const { format, max, axis } = scale;
  const top = max ?? (axis === 'bytes' ? byteCeiling(series.flatMap(({ values }) => values)) : undefined);
  const { lines, text, grid, background } = colours;
  return {
    animation: false,
    grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time' as const,
      minInterval: MINUTE_MS,
      ...(times.length === 1 && aroundLone(Date.parse(times[0] ?? ''))),
      axisLabel: { color: text, hideOverlap: true, formatter: formatTime },
      axisLine: { lineStyle: { color: grid } },
    },
    yAxis: {
      type: 'value' as const,
      min: 0,
      ...(axis === 'whole' && { minInterval: 1 }),
      ...(top === undefined ? { splitNumber: 3 } : { max: top, interval: top / 4 }),
      axisLabel: { color: text, formatter: (value: number) => format(value).replace(NO_DECIMALS, '') },
      splitLine: { lineStyle: { color: grid } },
    },
    tooltip: {
      trigger: 'axis' as const,
      backgroundColor: background,
      borderColor: grid,
      textStyle: { color: text },
      formatter: (pointed: PointedLine | readonly PointedLine[]) =>
        chartTooltip([pointed].flat(), { colours: lines, format, formatTime }),
    },
    series: series.map(({ name, values }, index) => ({
      type: 'line' as const,
      name,
      // A line of one point would not be seen.
      showSymbol: times.length === 1,
      connectNulls: false,
      color: lines[index % lines.length],
      lineStyle: { width: 2, type: DASHES[index % DASHES.length] },
      data: times.map((time, at) => [time, values[at] ?? null]),
    })),
  };
}

const aroundLone = (time: number) => ({ min: time - LONE_MS, max: time + LONE_MS });
