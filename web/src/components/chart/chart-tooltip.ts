import { DASHES } from './dashes.ts';

import styles from './LineChart.module.css';

/** What the library tells of one line at the place of the pointer. */
export interface PointedLine {
  seriesIndex?: number | undefined;
  seriesName?: string | undefined;
  /** Time and value. */
  value: unknown;
}

interface TooltipWords {
  colours: readonly string[];
  format: (value: number) => string;
  formatTime: (time: number) => string;
}

/**
 * What a chart says beside the pointer. Made of elements, because the library would write HTML with inline styles, which
 * the content security policy refuses: no colour was seen, and each hover was a violation.
 */
export function chartTooltip(lines: readonly PointedLine[], words: TooltipWords): HTMLElement {
  const { colours, format, formatTime } = words;
  const box = document.createElement('div');
  const [time] = pairOf(lines[0]?.value);
  box.append(text('div', styles.tipTime, formatTime(new Date(String(time)).getTime())));
  for (const { seriesIndex = 0, seriesName = '', value } of lines) {
    const [, figure] = pairOf(value);
    const mark = document.createElement('i');
    mark.style.borderColor = colours[seriesIndex % colours.length] ?? '';
    mark.style.borderStyle = DASHES[seriesIndex % DASHES.length] ?? '';
    const row = document.createElement('div');
    row.className = styles.tipLine ?? '';
    row.append(
      mark,
      text('span', undefined, seriesName),
      text('strong', undefined, typeof figure === 'number' ? format(figure) : '–'),
    );
    box.append(row);
  }
  return box;
}

const pairOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function text(tag: 'div' | 'span' | 'strong', className: string | undefined, content: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.textContent = content;
  return element;
}
