import type { Language } from '@jadegate/contract/language';
import { createContext, useContext } from 'react';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

export interface Preferences {
  language: Language;
  setLanguage: (language: Language) => void;
  theme: ThemeChoice;
  setTheme: (theme: ThemeChoice) => void;
}

/** What the person chose for themselves in this browser. The app provides it. */
export const PreferencesContext = createContext<Preferences | undefined>(undefined);

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (preferences === undefined) {
    throw new Error('usePreferences needs PreferencesContext around it');
  }
  return preferences;
}
