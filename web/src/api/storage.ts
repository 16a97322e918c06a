import { TOKEN_HEADER } from '@jadegate/contract/envelope';
/**
 * The only reader and writer of the login (`X-Auth-Token`, `user`), the open menu groups (`openKeys`) and the person's
 * language and theme in browser storage. The two login keys and `openKeys` are fixed by the specification.
 */
import { AccountInfo } from '@jadegate/contract/identity/account';
import { UserPreferences } from '@jadegate/contract/identity/user-preference';
import { LANGUAGES, type Language } from '@jadegate/contract/language';

const TOKEN_KEY = TOKEN_HEADER;
const USER_KEY = 'user';
const OPEN_KEYS_KEY = 'openKeys';
const LANGUAGE_KEY = 'language';
const THEME_KEY = 'theme';
const EARLY_CHOICE_KEY = 'earlyChoice';
const RELOADED_AT_KEY = 'reloadedAt';

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) {
    listener();
  }
}

/** Calls back when the login changes, here or in another tab. Answers how to stop. */
export function subscribeLogin(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    // A null key means that another tab cleared everything.
    if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) {
      listener();
    }
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function saveLogin(token: string, user: AccountInfo): void {
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  sessionStorage.removeItem(OPEN_KEYS_KEY);
  changed();
}

export function saveUser(user: AccountInfo): void {
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  changed();
}

export function clearLogin(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USER_KEY);
  changed();
}

let parsed: { text: string | null; user: AccountInfo | undefined } = { text: null, user: undefined };

/** The stored user; the same object as long as the stored text is the same. Anything unreadable counts as missing. */
export function readUser(): AccountInfo | undefined {
  const text = localStorage.getItem(USER_KEY);
  if (text !== parsed.text) {
    parsed = { text, user: AccountInfo.safeParse(parseJson(text)).data };
  }
  return parsed.user;
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined; // Somebody else wrote the key, or it was cut off: the same as nothing stored.
  }
}

export function readOpenKeys(): string[] {
  const keys = parseJson(sessionStorage.getItem(OPEN_KEYS_KEY));
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

export function saveOpenKeys(keys: readonly string[]): void {
  sessionStorage.setItem(OPEN_KEYS_KEY, JSON.stringify(keys));
}

export function readLanguage(): Language | undefined {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return LANGUAGES.find((language) => language === stored);
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
}

export function readTheme(): string | null {
  return localStorage.getItem(THEME_KEY);
}

export function saveTheme(choice: string): void {
  localStorage.setItem(THEME_KEY, choice);
}

/** What was chosen before anybody was signed in. It belongs to whoever signs in in this window. */
export function saveEarlyChoice(change: UserPreferences): void {
  const before = UserPreferences.safeParse(parseJson(sessionStorage.getItem(EARLY_CHOICE_KEY)));
  sessionStorage.setItem(EARLY_CHOICE_KEY, JSON.stringify({ ...before.data, ...change }));
}

export function takeEarlyChoice(): UserPreferences | undefined {
  const choice = UserPreferences.safeParse(parseJson(sessionStorage.getItem(EARLY_CHOICE_KEY)));
  sessionStorage.removeItem(EARLY_CHOICE_KEY);
  return choice.data;
}

/** When the page last reloaded itself because a script was gone, in epoch milliseconds; 0 for never. */
export function readReloadedAt(): number {
  return Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0);
}

export function saveReloadedAt(time: number): void {
  sessionStorage.setItem(RELOADED_AT_KEY, String(time));
}
