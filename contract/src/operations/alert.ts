import type { MenuId } from '../menu.ts';
import type { SettingKey } from '../platform/setting.ts';

/** What can be the matter with an installation so that somebody should hear of it, each with a switch of its own. */
export const ALERT_KINDS = [
  'disk',
  'guacd',
  'database',
  'storage',
  'job-failed',
  'job-paused',
  'backup-late',
  'backlog',
  'certificate',
  'events',
  'evidence',
  'identity-source',
  'passkey',
  'node',
  'gpu',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Off: no letter, and nothing above the pages. */
export const ALERT_SWITCHES = {
  disk: 'notify-disk',
  guacd: 'notify-guacd',
  database: 'notify-database',
  storage: 'notify-storage',
  'job-failed': 'notify-job',
  'job-paused': 'notify-job',
  'backup-late': 'notify-backup',
  backlog: 'notify-backlog',
  certificate: 'notify-certificate',
  events: 'notify-events',
  evidence: 'notify-evidence',
  'identity-source': 'notify-identity-source',
  passkey: 'notify-passkey',
  node: 'notify-node',
  gpu: 'notify-gpu',
} as const satisfies Record<AlertKind, SettingKey>;

/** Whose concern it is: who holds one of these sees it, and gets the letters unless recipients are named. */
export const ALERT_MENUS: Record<AlertKind, readonly MenuId[]> = {
  disk: ['setting'],
  guacd: ['setting'],
  database: ['setting'],
  storage: ['setting', 'storage'],
  'job-failed': ['job'],
  'job-paused': ['job'],
  'backup-late': ['job'],
  backlog: ['setting'],
  certificate: ['setting'],
  events: ['event-destination'],
  evidence: ['evidence'],
  'identity-source': ['identity-source'],
  passkey: ['user'],
  node: ['node'],
  gpu: ['node'],
};
