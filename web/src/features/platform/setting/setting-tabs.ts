import { ALERT_SWITCHES } from '@jadegate/contract/operations/alert';
import { settingsOf, type SettingKey } from '@jadegate/contract/platform/setting';
import type { ParseKeys } from 'i18next';

type SectionName =
  ParseKeys<'setting'> extends infer Key ? (Key extends `section.${infer Name}` ? Name : never) : never;

interface SettingSection {
  title?: SectionName;
  keys: readonly SettingKey[];
}

export const SETTING_TABS = [
  'rdp',
  'terminal',
  'vnc',
  'recording',
  'mail',
  'log',
  'security',
  'branding',
  'other',
] as const;
export type SettingTab = (typeof SETTING_TABS)[number];

const starts = (keys: readonly SettingKey[], prefix: string) => keys.filter((key) => key.startsWith(prefix));

const isAboutDisk = (key: SettingKey) => /^(disk|search-index)-/.test(key);

const isAlert = (key: SettingKey) =>
  key === 'alert-recipients' || Object.values<SettingKey>(ALERT_SWITCHES).includes(key);

/** What stands on each tab, in order. Every setting of the contract is on one of them; a test sees to it. */
export const SECTIONS: Record<SettingTab, readonly SettingSection[]> = {
  rdp: [
    {
      title: 'effects',
      keys: settingsOf('rdp').filter(
        (key) => /^(enable|disable|force)-/.test(key) && key !== 'enable-audio-input',
      ),
    },
    { title: 'hostSide', keys: ['security', 'server-layout', 'enable-audio-input'] },
    { title: 'preconnection', keys: starts(settingsOf('rdp'), 'preconnection') },
  ],
  terminal: [{ keys: settingsOf('terminal') }],
  vnc: [
    { title: 'effects', keys: ['color-depth', 'cursor', 'swap-red-blue'] },
    { title: 'control', keys: ['read-only'] },
    { title: 'repeater', keys: ['dest-host', 'dest-port'] },
  ],
  recording: [
    { title: 'recordings', keys: settingsOf('recording').filter((key) => !isAboutDisk(key)) },
    { title: 'disk', keys: settingsOf('recording').filter(isAboutDisk) },
  ],
  mail: [
    { title: 'connection', keys: starts(settingsOf('mail'), 'mail-') },
    { title: 'notify', keys: starts(settingsOf('mail'), 'notify-').filter((key) => !isAlert(key)) },
    { title: 'alert', keys: settingsOf('mail').filter(isAlert) },
  ],
  log: [
    { title: 'kept', keys: settingsOf('log').filter((key) => !key.startsWith('event-')) },
    { title: 'events', keys: starts(settingsOf('log'), 'event-') },
  ],
  security: [
    {
      title: 'login',
      keys: [
        'second-factor-policy',
        'passkey-policy',
        'passkey-suffices',
        'password-login',
        'emergency-accounts',
        'second-factor-window',
        'password-min-length',
        'password-breached-check',
        'login-max-hours',
        'login-remembered-max-days',
      ],
    },
    { title: 'session', keys: settingsOf('session') },
    { title: 'hostKey', keys: ['host-key-policy'] },
    { title: 'advisory', keys: ['advisory-url'] },
  ],
  branding: [{ title: 'texts', keys: settingsOf('branding') }],
  other: [
    { title: 'timeZone', keys: ['time-zone'] },
    { title: 'language', keys: ['language'] },
    {
      title: 'storage',
      keys: ['user-default-storage-size', 'storage-folder-entries', 'storage-space-entries'],
    },
    { title: 'reachability', keys: ['reachability-interval-minutes', 'reachability-concurrency'] },
    { title: 'vm', keys: ['vm-shutdown-seconds'] },
    { title: 'gpu', keys: ['gpu-idle-minutes'] },
  ],
};

export function keysOf(tab: SettingTab): SettingKey[] {
  return SECTIONS[tab].flatMap(({ keys }) => keys);
}
