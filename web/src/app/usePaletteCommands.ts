import { LANGUAGES } from '@jadegate/contract/language';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { keysOf, SETTING_TABS } from '../features/platform/setting/setting-tabs.ts';
import { isAdmin, useAccount, useCan } from '../hooks/account.ts';
import { THEME_CHOICES, usePreferences } from '../hooks/preferences.ts';
import { CREATE_STATE } from '../hooks/useCreateOnArrival.ts';
import { LANGUAGE_NAMES } from '../i18n/language-names.ts';
import { CREATABLE, reachablePages, type Command } from './palette-commands.ts';
import { useSignOut } from './useSignOut.ts';

/** What can be done without asking the server: pages, settings and actions of the person's menus. */
export function usePaletteCommands(): Command[] {
  const { t } = useTranslation('app');
  const { t: settingWords } = useTranslation('setting');
  const navigate = useNavigate();
  const account = useAccount();
  const can = useCan();
  const signOut = useSignOut();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  const pages = reachablePages(isAdmin(account), can).map(({ path, label }) => ({
    key: path,
    kind: 'pages' as const,
    label: t(label),
    hint: path,
    run: () => void navigate(path),
  }));
  const creations = CREATABLE.filter(({ needs, menu }) => isAdmin(account) && can(needs) && can(menu)).map(
    ({ path, menu }) => ({
      key: `create ${path}`,
      kind: 'actions' as const,
      label: t('palette.create', { name: t(`menu.${menu}`) }),
      run: () => void navigate(path, { state: CREATE_STATE }),
    }),
  );
  const settings = (isAdmin(account) && can('setting') ? SETTING_TABS : []).flatMap((tab) =>
    keysOf(tab).map((key) => ({
      key: `setting ${key}`,
      kind: 'settings' as const,
      label: settingWords(`field.${key}`),
      hint: settingWords(`tab.${tab}`),
      run: () => void navigate(`/setting?activeKey=${tab}`),
    })),
  );
  const themes = THEME_CHOICES.filter((choice) => choice !== theme).map((choice) => ({
    key: `theme ${choice}`,
    kind: 'actions' as const,
    label: t(`palette.theme.${choice}`),
    run: () => setTheme(choice),
  }));
  const languages = LANGUAGES.filter((other) => other !== language).map((other) => ({
    key: `language ${other}`,
    kind: 'actions' as const,
    label: t('palette.language', { name: LANGUAGE_NAMES[other] }),
    run: () => setLanguage(other),
  }));
  return [
    ...pages,
    ...creations,
    ...themes,
    ...languages,
    { key: 'logout', kind: 'actions', label: t('nav.logout'), run: signOut },
    ...settings,
  ];
}
