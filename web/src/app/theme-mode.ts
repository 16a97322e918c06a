import { THEME_CHOICES, type ThemeChoice } from '../hooks/preferences.ts';
import { applyPalette, type ThemeMode } from './palette.ts';

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** What is stored, or the system's choice when nothing sensible is. */
export function themeChoice(stored: string | null): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

export function themeMode(choice: ThemeChoice): ThemeMode {
  if (choice !== 'system') {
    return choice;
  }
  return window.matchMedia(DARK_QUERY).matches ? 'dark' : 'light';
}

export function subscribeSystemTheme(listener: () => void): () => void {
  const query = window.matchMedia(DARK_QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Draws the document in a theme. `data-theme` is what `public/early.js` and `base.css` use before scripts run. */
export function applyTheme(choice: ThemeChoice): void {
  const { dataset } = document.documentElement;
  if (choice === 'system') {
    delete dataset.theme;
  } else {
    dataset.theme = choice;
  }
  applyPalette(themeMode(choice));
}
