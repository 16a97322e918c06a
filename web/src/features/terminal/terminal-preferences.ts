import type { ITheme } from '@xterm/xterm';
import * as z from 'zod';

export const TERMINAL_THEMES = ['night', 'jade', 'paper', 'contrast'] as const;
export type TerminalThemeName = (typeof TERMINAL_THEMES)[number];

export const FONT_SIZES = { min: 10, max: 32 } as const;

export const TerminalPreferences = z.object({
  fontSize: z.number().int().min(FONT_SIZES.min).max(FONT_SIZES.max),
  theme: z.enum(TERMINAL_THEMES),
  copyOnSelect: z.boolean().default(false),
});
export type TerminalPreferences = z.infer<typeof TerminalPreferences>;

export const DEFAULT_PREFERENCES: TerminalPreferences = {
  fontSize: 15,
  theme: 'night',
  copyOnSelect: false,
};

/** One step larger or smaller, within bounds; 0 is the size of the beginning. */
export function stepFontSize(preferences: TerminalPreferences, step: number): TerminalPreferences {
  const wanted = step === 0 ? DEFAULT_PREFERENCES.fontSize : preferences.fontSize + step;
  return { ...preferences, fontSize: Math.min(FONT_SIZES.max, Math.max(FONT_SIZES.min, wanted)) };
}

/** Colours of the screen inside the terminal: those of programs, not of the console around it. */
const THEMES: Record<TerminalThemeName, ITheme> = {
  night: { background: '#1b1b1b', foreground: '#d6d6d6', cursor: '#d6d6d6', selectionBackground: '#44566b' },
  jade: { background: '#0d1f1a', foreground: '#cfe8de', cursor: '#35c79a', selectionBackground: '#1f5a49' },
  paper: {
    background: '#fbfaf6',
    foreground: '#2b2b2b',
    cursor: '#0e8a6d',
    selectionBackground: '#cfe3dc',
    yellow: '#8a6d00',
    brightYellow: '#7a6000',
    white: '#6b6b6b',
    brightWhite: '#3b3b3b',
  },
  contrast: {
    background: '#000000',
    foreground: '#ffffff',
    cursor: '#ffff00',
    selectionBackground: '#0050a0',
  },
};

export function terminalTheme(name: TerminalThemeName): ITheme {
  return THEMES[name];
}

const MARKS = {
  dark: { match: '#5c4a00', active: '#b36b00' },
  light: { match: '#ffe58f', active: '#ffb84d' },
};

/** Colours of what a search has found. */
export function findColours(name: TerminalThemeName) {
  const { match, active } = MARKS[name === 'paper' ? 'light' : 'dark'];
  return {
    matchBackground: match,
    matchOverviewRuler: match,
    activeMatchBackground: active,
    activeMatchColorOverviewRuler: active,
  };
}
