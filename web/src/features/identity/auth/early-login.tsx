import type { Language } from '@jadegate/contract/language';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';

import { PreferencesContext, type Preferences } from '../../../hooks/preferences.ts';
import { i18n } from '../../../i18n/index.ts';
import { LoginForm } from './LoginForm.tsx';
import { LoginFrame } from './LoginFrame.tsx';

/** Takes the room of a line: how the installation calls itself is not known yet. */
const NO_NAME = '\u00a0';

/**
 * The login form as HTML, for the page that the server sends (`web/early-login.ts`): one can type into it before any
 * script has come.
 */
export async function earlyLogin(language: Language): Promise<string> {
  await i18n.changeLanguage(language);
  const nothing = () => {};
  const preferences: Preferences = {
    language,
    setLanguage: nothing,
    theme: 'system',
    setTheme: nothing,
    terminal: {},
    setTerminal: nothing,
    panel: {},
    changePanel: nothing,
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesContext value={preferences}>
        <LoginFrame name={NO_NAME} description="">
          <LoginForm onTyped={nothing} />
        </LoginFrame>
      </PreferencesContext>
    </QueryClientProvider>,
  );
}
