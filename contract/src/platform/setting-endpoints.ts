import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { BlankSecret } from '../scalars.ts';
import {
  PLAIN_SETTING_KEYS,
  settingsOf,
  SettingsInput,
  type PlainSettingKey,
  type SecretSettingKey,
} from './setting.ts';

/** Every value is text: clients of the product family call string methods on all of them. */
export const Settings = z.object({
  ...(Object.fromEntries(PLAIN_SETTING_KEYS.map((key) => [key, z.string()])) as Record<
    PlainSettingKey,
    z.ZodString
  >),
  ...({ 'mail-password': BlankSecret } satisfies Record<SecretSettingKey, typeof BlankSecret>),
  /** So that a form can say that a password is kept without seeing it. */
  'mail-password-stored': z.enum(['true', 'false']),
});
export type Settings = z.infer<typeof Settings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/properties',
  access: ['setting'],
  summary: 'Every setting as text. The mail password is always empty.',
  response: Settings,
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/properties',
  access: ['setting'],
  widens: true,
  summary:
    'Changes the settings that are given, all or none. An empty mail password is left as it is; null clears it.',
  body: SettingsInput,
});

const MAIL_KEYS = Object.fromEntries(settingsOf('mail').map((key) => [key, true])) as {
  [Key in keyof typeof SettingsInput.shape & `mail-${string}`]: true;
};

/** What is given replaces what is saved, for this one letter. */
export const TestMailRequest = z.strictObject({
  to: z.email().max(LIMITS.mail.max),
  settings: SettingsInput.pick(MAIL_KEYS).optional(),
});
export type TestMailRequest = z.infer<typeof TestMailRequest>;

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/properties/test-mail',
  access: ['setting'],
  summary: 'Sends a test letter with the saved settings, or with those given, and says why it failed.',
  perMinute: 10,
  body: TestMailRequest,
});

export const GuacdHealth = z.object({
  /** Where it was looked for. */
  host: z.string(),
  port: z.number().int(),
  reachable: z.boolean(),
  /** Of its protocol, such as `1.3.0`; empty when it does not say. */
  version: z.string(),
  latencyMs: z.number(),
  /** Whether the server started it and looks after it. */
  managed: z.boolean(),
  /** A sentence for a person; empty when all is well. */
  reason: z.string(),
  /** What is wrong with one that can be used, such as its age; empty when nothing is. */
  warning: z.string(),
});
export type GuacdHealth = z.infer<typeof GuacdHealth>;

export const getGuacdHealth = endpoint({
  method: 'GET',
  path: '/properties/guacd',
  access: ['setting'],
  summary: 'Whether guacd, which carries remote desktops, answers.',
  perMinute: 60,
  response: GuacdHealth,
});
