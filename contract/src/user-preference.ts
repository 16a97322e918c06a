import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { LANGUAGES } from './language.ts';
import { TerminalPreferences } from './terminal-preference.ts';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What somebody chose for themselves, whichever browser they use. What is not there was not chosen. */
export const UserPreferences = z.strictObject({
  language: z.enum(LANGUAGES).optional(),
  theme: z.enum(THEME_CHOICES).optional(),
  terminal: TerminalPreferences.optional(),
});
export type UserPreferences = z.infer<typeof UserPreferences>;

/** What another version of the product stored: what this one does not know counts as not chosen. */
export const StoredPreferences = z.object({
  language: UserPreferences.shape.language.catch(undefined),
  theme: UserPreferences.shape.theme.catch(undefined),
  terminal: UserPreferences.shape.terminal.catch(undefined),
});

export const getPreferences = endpoint({
  method: 'GET',
  path: '/account/preferences',
  access: 'signed-in',
  summary: 'What one chose for oneself: language, theme, terminal.',
  response: UserPreferences,
});

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/account/preferences',
  access: 'signed-in',
  summary: 'Keeps what one chose for oneself. What the body does not name stays as it is.',
  interactive: true,
  body: UserPreferences,
  response: UserPreferences,
});
