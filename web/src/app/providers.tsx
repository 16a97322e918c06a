import { getBranding } from '@jadegate/contract/branding';
import type { Language } from '@jadegate/contract/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '../api/call.ts';
import { readTheme, readUser, saveLanguage, saveTheme, subscribeLogin } from '../api/storage.ts';
import { AccountContext } from '../hooks/account.ts';
import { BrandingContext } from '../hooks/branding.ts';
import { PreferencesContext, type ThemeChoice } from '../hooks/preferences.ts';
import { currentLanguage, setLanguage } from '../i18n/index.ts';
import { applyTheme, subscribeSystemTheme, themeChoice } from './theme-mode.ts';

interface Props {
  children: ReactNode;
}

/** The stored user, kept in step with browser storage: a login or logout in another tab counts here too. */
export function AccountProvider({ children }: Props) {
  const account = useSyncExternalStore(subscribeLogin, readUser);
  return <AccountContext value={account}>{children}</AccountContext>;
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

export function PreferencesProvider({ children }: Props) {
  const language = useShownLanguage();
  const [theme, setThemeState] = useState<ThemeChoice>(() => themeChoice(readTheme()));

  useEffect(() => {
    applyTheme(theme);
    return subscribeSystemTheme(() => applyTheme(theme));
  }, [theme]);

  const chooseLanguage = useCallback((chosen: Language) => {
    saveLanguage(chosen);
    void setLanguage(chosen);
  }, []);
  const setTheme = useCallback((chosen: ThemeChoice) => {
    saveTheme(chosen);
    setThemeState(chosen);
  }, []);
  const preferences = useMemo(
    () => ({ language, setLanguage: chooseLanguage, theme, setTheme }),
    [language, chooseLanguage, theme, setTheme],
  );
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
}

function useShownLanguage(): Language {
  useTranslation(); // Renders again when the language changes.
  return currentLanguage();
}
