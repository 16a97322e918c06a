/**
 * Every colour of the console. Ant Design's theme and the CSS variables `--jg-*` are both made from it, so a page
 * never names a colour. `palette.test.ts` holds the text pairs to WCAG AA.
 */
export const BRAND = '#0E8A6D';

export interface Palette {
  /** The gate mark, focus rings and active indicators: shapes, not text. */
  brand: string;
  /** Links, selected items and other jade text. One shade off the brand, because text needs more contrast. */
  primary: string;
  primaryHover: string;
  /** The primary button, and what stands on it. */
  solid: string;
  solidHover: string;
  solidActive: string;
  onSolid: string;
  /** The ground of a selected menu item. */
  selected: string;
  page: string;
  surface: string;
  raised: string;
  line: string;
  /** Borders of inputs: they must be seen without their content. */
  control: string;
  text: string;
  textSoft: string;
  textFaint: string;
  danger: string;
  dangerSoft: string;
  warning: string;
  warningSoft: string;
  success: string;
  successSoft: string;
}

export type ThemeMode = 'light' | 'dark';

export const PALETTES: Record<ThemeMode, Palette> = {
  light: {
    brand: BRAND,
    primary: '#0B7A60',
    primaryHover: '#096A53',
    solid: '#0B7A60',
    solidHover: '#096A53',
    solidActive: '#075A46',
    onSolid: '#FFFFFF',
    selected: '#E6F3EF',
    page: '#F4F6F5',
    surface: '#FFFFFF',
    raised: '#FFFFFF',
    line: '#E1E6E4',
    control: '#818D89',
    text: '#1C2523',
    textSoft: '#4E5A56',
    textFaint: '#616D69',
    danger: '#BF3329',
    dangerSoft: '#FCEDEB',
    warning: '#8F5F00',
    warningSoft: '#FCF3DF',
    success: '#217A3C',
    successSoft: '#E9F5EC',
  },
  dark: {
    brand: '#17A883',
    primary: '#4CC5A2',
    primaryHover: '#6FD6B8',
    solid: '#0B7A60',
    solidHover: '#096A53',
    solidActive: '#0A8064',
    onSolid: '#FFFFFF',
    selected: '#14332B',
    page: '#0F1413',
    surface: '#171D1C',
    raised: '#1E2524',
    line: '#2B3432',
    control: '#6A7672',
    text: '#E6ECEA',
    textSoft: '#B3BEBA',
    textFaint: '#919D99',
    danger: '#F0827A',
    dangerSoft: '#3A1D1B',
    warning: '#E3B04B',
    warningSoft: '#33280F',
    success: '#6CC385',
    successSoft: '#16301E',
  },
};

const VARIABLE_NAMES = Object.keys(PALETTES.light) as (keyof Palette)[];

/** `textSoft` is `--jg-text-soft` in style sheets. */
export function variableName(name: keyof Palette): string {
  return `--jg-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Gives the palette to the style sheets. Set through the CSSOM, which the Content-Security-Policy allows. */
export function applyPalette(mode: ThemeMode, { style } = document.documentElement): void {
  for (const name of VARIABLE_NAMES) {
    style.setProperty(variableName(name), PALETTES[mode][name]);
  }
}
