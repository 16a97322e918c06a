import type { TerminalPreferences } from '@jadegate/contract/identity/terminal-preference';
import { listUserOptions } from '@jadegate/contract/identity/user';
import type { PanelPreferences, UserPreferences } from '@jadegate/contract/identity/user-preference';
import type { Language } from '@jadegate/contract/language';
import { getBranding } from '@jadegate/contract/platform/branding';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../api/call.ts';
import { readTheme, readUser, saveLanguage, saveTheme, subscribeLogin } from '../api/storage.ts';
import { AccountContext } from '../hooks/account.ts';
import { BrandingContext } from '../hooks/branding.ts';
import { PeopleContext } from '../hooks/people.ts';
import { PreferencesContext, type ThemeChoice } from '../hooks/preferences.ts';
import { currentLanguage, setLanguage } from '../i18n/index.ts';
import { keepEarlyChoice, keepPreferences } from './keep-preferences.ts';
import { applyTheme, subscribeSystemTheme, themeChoice } from './theme-mode.ts';

const readPeople = (signal: AbortSignal) => call(listUserOptions, { signal });
const NOTHING_CHOSEN: UserPreferences = {};
const NO_TERMINAL_CHOICE: TerminalPreferences = {};
const NO_PANEL_CHOICE: PanelPreferences = {};
const setTerminal = (terminal: TerminalPreferences) => keepPreferences({ terminal });
const changePanel = (change: PanelPreferences) =>
  keepPreferences({ panel: { ...readUser()?.preferences?.panel, ...change } });

interface Props {
  children: ReactNode;
}

/** The stored user, kept in step with browser storage: a login or logout in another tab counts here too. */
export function AccountProvider({ children }: Props) {
  const account = useSyncExternalStore(subscribeLogin, readUser);
  return (
    <AccountContext value={account}>
      <PeopleContext value={readPeople}>{children}</PeopleContext>
    </AccountContext>
  );
}

export function BrandingProvider({ children }: Props) {
  const language = useShownLanguage();
  const { data } = useQuery({
    queryKey: ['branding', language],
    queryFn: ({ signal }) => call(getBranding, { signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    // The console works without it, under the product's own name.
    meta: { errors: 'caller' },
  });
  return <BrandingContext value={data ?? {}}>{children}</BrandingContext>;
}

/** The choices of the account hold wherever it is used; this browser keeps a copy, for the first paint and the login page. */
export function PreferencesProvider({ children }: Props) {
  const language = useShownLanguage();
  const account = useSyncExternalStore(subscribeLogin, readUser);
  const isSignedIn = account !== undefined && account.owedStep === null;
  const own = account?.preferences ?? NOTHING_CHOSEN;
  const [stored, setStored] = useState<ThemeChoice>(() => themeChoice(readTheme()));
  const theme = own.theme ?? stored;

  useEffect(() => {
    applyTheme(theme);
    saveTheme(theme);
    return subscribeSystemTheme(() => applyTheme(theme));
  }, [theme]);

  useEffect(() => {
    if (isSignedIn && !keepEarlyChoice() && own.language && own.language !== currentLanguage()) {
      saveLanguage(own.language);
      void setLanguage(own.language);
    }
  }, [isSignedIn, own.language]);

  const chooseLanguage = useCallback((chosen: Language) => {
    saveLanguage(chosen);
    void setLanguage(chosen);
    keepPreferences({ language: chosen });
  }, []);
  const setTheme = useCallback((chosen: ThemeChoice) => {
    setStored(chosen);
    keepPreferences({ theme: chosen });
  }, []);
  const { terminal = NO_TERMINAL_CHOICE, panel = NO_PANEL_CHOICE } = own;
  const preferences = useMemo(
    () => ({
      language,
      setLanguage: chooseLanguage,
      theme,
      setTheme,
      terminal,
      setTerminal,
      panel,
      changePanel,
    }),
    [language, chooseLanguage, theme, setTheme, terminal, panel],
  );
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
}

function useShownLanguage(): Language {
  useTranslation(); // Renders again when the language changes.
  return currentLanguage();
}
