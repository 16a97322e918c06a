import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LANGUAGES } from '../language.ts';
import { TerminalPreferences } from './terminal-preference.ts';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** What can stand beside a session. */
const SESSION_PANELS = ['snippets', 'clipboard', 'files', 'hostStatus', 'share'] as const;
export type SessionPanelId = (typeof SESSION_PANELS)[number];

/** In pixels. */
export const PANEL_WIDTHS = { min: 280, default: 440, max: 1600 } as const;

/** The panel beside a session as it was left. */
export const PanelPreferences = z.strictObject({
  /** Not there: none was open. */
  open: z.enum(SESSION_PANELS).optional(),
  width: z.number().int().min(PANEL_WIDTHS.min).max(PANEL_WIDTHS.max).optional(),
  /** The files go where the shell goes. */
  followsShell: z.boolean().optional(),
});
export type PanelPreferences = z.infer<typeof PanelPreferences>;

/** What somebody chose for themselves, whichever browser they use. What is not there was not chosen. */
export const UserPreferences = z.strictObject({
  language: z.enum(LANGUAGES).optional(),
  theme: z.enum(THEME_CHOICES).optional(),
  terminal: TerminalPreferences.optional(),
  panel: PanelPreferences.optional(),
});
export type UserPreferences = z.infer<typeof UserPreferences>;

/** What another version of the product stored: what this one does not know counts as not chosen. */
export const StoredPreferences = z.object({
  language: UserPreferences.shape.language.catch(undefined),
  theme: UserPreferences.shape.theme.catch(undefined),
  terminal: UserPreferences.shape.terminal.catch(undefined),
  panel: UserPreferences.shape.panel.catch(undefined),
});

export const getPreferences = endpoint({
  method: 'GET',
  path: '/account/preferences',
  access: 'signed-in',
  summary: 'What one chose for oneself: language, theme, terminal, the panel beside a session.',
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
