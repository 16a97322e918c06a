import { readFileSync } from 'node:fs';

import { theme } from 'antd';
import { describe, expect, it } from 'vitest';

import { applyPalette, BRAND, PALETTES, type Palette, type ThemeMode } from './palette.ts';
import { antdTheme } from './theme.ts';

const baseStyles = readFileSync(`${import.meta.dirname}/base.css`, 'utf8');

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

type Pair = [keyof Palette, keyof Palette];

const GROUNDS = ['page', 'surface', 'raised', 'selected'] as const;
const TEXTS = [
  'text',
  'textSoft',
  'textFaint',
  'primary',
  'primaryHover',
  'danger',
  'warning',
  'success',
] as const;
const TEXT_PAIRS: Pair[] = [
  ...GROUNDS.flatMap((ground) => TEXTS.map((text): Pair => [text, ground])),
  ['onSolid', 'solid'],
  ['onSolid', 'solidHover'],
  ['onSolid', 'solidActive'],
  ...(['dangerSoft', 'warningSoft', 'successSoft'] as const).map((ground): Pair => ['text', ground]),
  ['danger', 'dangerSoft'],
  ['warning', 'warningSoft'],
  ['success', 'successSoft'],
];
const SHAPE_PAIRS: Pair[] = (['page', 'surface', 'raised'] as const).flatMap((ground): Pair[] => [
  ['control', ground],
  ['brand', ground],
]);

describe.each<ThemeMode>(['light', 'dark'])('the %s palette', (mode) => {
  const palette = PALETTES[mode];
  const tooWeak = (pairs: Pair[], least: number) =>
    pairs.filter(([one, other]) => contrast(palette[one], palette[other]) < least);

  it('gives text the contrast of WCAG AA', () => {
    expect(tooWeak(TEXT_PAIRS, 4.5)).toEqual([]);
  });

  it('gives borders of inputs and focus rings enough contrast to be seen', () => {
    expect(tooWeak(SHAPE_PAIRS, 3)).toEqual([]);
  });

  it('is the ground that the style sheet paints before scripts run', () => {
    const rule = new RegExp(`data-theme='${mode}'\\]\\s*\\{[^}]*background:\\s*${palette.page}`, 'i');
    expect(baseStyles).toMatch(rule);
  });

  it('colours Ant Design', () => {
    expect(antdTheme(mode).token).toMatchObject({
      colorPrimary: palette.primary,
      colorBgLayout: palette.page,
    });
    expect(antdTheme(mode).components?.Button).toMatchObject({ colorPrimary: palette.solid });
  });

  it('gives the label of a dangerous button the contrast of WCAG AA', () => {
    const { colorError } = theme.getDesignToken(antdTheme(mode));
    const label = antdTheme(mode).components?.Button?.dangerColor ?? '';
    expect(contrast(label, colorError)).toBeGreaterThan(4.5);
  });
});

it('has the brand’s jade', () => {
  expect(BRAND).toBe('#0E8A6D');
  expect(PALETTES.light.brand).toBe(BRAND);
});

it('gives every colour to the style sheets', () => {
  applyPalette('dark');
  const { style } = document.documentElement;
  expect(style.getPropertyValue('--jg-text-soft')).toBe(PALETTES.dark.textSoft);
});
