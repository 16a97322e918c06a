import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { SettingsInput } from '../platform/setting.ts';

/** The settings that say how long something is kept; what moves to archives is not deleted, and none of them. */
export const RETENTION_KEYS = [
  'session-saved-limit',
  'login-log-saved-limit',
  'cron-log-saved-limit',
  'machine-task-saved-limit',
] as const;
export type RetentionKey = (typeof RETENTION_KEYS)[number];

/** Days: half a year is what the rules of public agencies ask for at least. */
export const RETENTION_PRESETS = { halfYear: 184, year: 366, threeYears: 1096, fiveYears: 1827 } as const;

export const RETENTION_PARTS = [
  'sessions',
  'storageLogs',
  'commandRuns',
  'loginLogs',
  'jobLogs',
  'vmTasks',
  'nodeActions',
] as const;

export const RetentionPreview = z.array(
  z.object({
    part: z.enum(RETENTION_PARTS),
    key: z.enum(RETENTION_KEYS),
    /** What would be deleted. */
    count: z.number().int(),
    /** What is as old and stays, because it is on legal hold. */
    held: z.number().int(),
  }),
);
export type RetentionPreview = z.infer<typeof RetentionPreview>;

export const previewRetention = endpoint({
  method: 'POST',
  path: '/properties/retention-preview',
  access: ['setting'],
  summary: 'What the next clean-up would delete if these were the settings. Changes nothing.',
  perPerson: 60,
  body: SettingsInput.pick({
    'session-saved-limit': true,
    'login-log-saved-limit': true,
    'cron-log-saved-limit': true,
    'machine-task-saved-limit': true,
  }),
  response: RetentionPreview,
});
