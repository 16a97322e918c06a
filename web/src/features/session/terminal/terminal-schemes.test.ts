import { schemeOf, TERMINAL_SCHEMES } from '@jadegate/contract/identity/terminal-preference';
import { describe, expect, it } from 'vitest';

import { ANSI_COLOURS, isLightScheme, SCHEMES } from './terminal-schemes.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

it('measures what it claims to measure', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('has at least twelve schemes, four of them light, and those of the settings', () => {
  expect(TERMINAL_SCHEMES.length).toBeGreaterThanOrEqual(12);
  expect(TERMINAL_SCHEMES.filter(isLightScheme).length).toBeGreaterThanOrEqual(4);
  const family = ['gray-black', 'green-black', 'white-black', 'black-white'].map(schemeOf);
  expect(family.map(isLightScheme)).toEqual([false, false, false, true]);
  expect(new Set(family).size).toBe(4);
});

describe.each(TERMINAL_SCHEMES)('the scheme %s', (name) => {
  const scheme = SCHEMES[name];
  const { background, foreground, black, white, selectionBackground, cursor } = scheme;

  it('is as light as it says', () => {
    expect(luminance(background) > 0.5).toBe(isLightScheme(name));
  });

  it('shows text, the selection and the cursor', () => {
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(foreground, selectionBackground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(cursor, background)).toBeGreaterThanOrEqual(3);
  });

  it('shows all sixteen colours', () => {
    // Programs use black on dark as a background, never as a letter: text must be readable on it instead.
    const letters = ANSI_COLOURS.filter((colour) => isLightScheme(name) || colour !== 'black');
    const faint = letters.filter((colour) => contrast(scheme[colour], background) < 3);
    expect(faint).toEqual([]);
    expect(contrast(isLightScheme(name) ? background : foreground, black)).toBeGreaterThanOrEqual(4.5);
    // Status bars write black on white.
    expect(contrast(black, white)).toBeGreaterThanOrEqual(3);
  });
});
