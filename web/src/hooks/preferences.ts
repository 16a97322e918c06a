import type { TerminalPreferences } from '@jadegate/contract/identity/terminal-preference';
import type { PanelPreferences, ThemeChoice } from '@jadegate/contract/identity/user-preference';
import type { Language } from '@jadegate/contract/language';
import { createContext, useContext } from 'react';

export { THEME_CHOICES, type ThemeChoice } from '@jadegate/contract/identity/user-preference';

export interface Preferences {
  language: Language;
  setLanguage: (language: Language) => void;
  theme: ThemeChoice;
  setTheme: (theme: ThemeChoice) => void;
  /** What the person chose for terminals; settings and asset decide the rest. */
  terminal: TerminalPreferences;
  setTerminal: (terminal: TerminalPreferences) => void;
  /** The panel beside a session, as it was left. */
  panel: PanelPreferences;
  /** What the change does not name stays as it is. */
  changePanel: (change: PanelPreferences) => void;
}

/** What the person chose for themselves, here or in another browser. The app provides it. */
export const PreferencesContext = createContext<Preferences | undefined>(undefined);

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (preferences === undefined) {
    throw new Error('usePreferences needs PreferencesContext around it');
  }
  return preferences;
}
