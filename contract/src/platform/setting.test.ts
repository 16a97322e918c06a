import { describe, expect, it } from 'vitest';

import { check } from '../validation.ts';
import { SETTING_KEYS, SETTINGS, settingsOf, SettingsInput, settingText } from './setting.ts';

const refusals = (value: unknown) =>
  (check(SettingsInput, value, 'en').fields ?? []).map(({ path, rule }) => [path, rule]);

describe('the table', () => {
  it('has defaults that fit their own settings, also as text', () => {
    for (const key of SETTING_KEYS.filter((one) => one !== 'mail-password')) {
      const { schema, fallback } = SETTINGS[key];
      expect([key, schema.parse(fallback)]).toEqual([key, fallback]);
      expect([key, schema.parse(settingText(fallback))]).toEqual([key, fallback]);
    }
  });

  it('knows every setting of the family', () => {
    const family =
      'enable-wallpaper enable-theming enable-font-smoothing enable-full-window-drag enable-desktop-composition enable-menu-animations disable-bitmap-caching disable-offscreen-caching color-scheme font-name font-size backspace terminal-type color-depth cursor swap-red-blue dest-host dest-port enable-recording session-saved-limit mail-host mail-port mail-username mail-password login-log-saved-limit cron-log-saved-limit user-default-storage-size force-lossless preconnection-id preconnection-blob';
    expect(SETTING_KEYS).toEqual(expect.arrayContaining(family.split(' ')));
  });

  it('finds settings by group', () => {
    expect(settingsOf('log')).toEqual([
      'login-log-saved-limit',
      'audit-log-saved-limit',
      'cron-log-saved-limit',
      'machine-task-saved-limit',
      'event-outbox-max-mb',
      'event-pull-days',
    ]);
  });
});

describe('what clients may send', () => {
  it('is text, numbers or flags, read as what the setting is', () => {
    const { data } = check(
      SettingsInput,
      {
        'enable-wallpaper': 'false',
        'enable-theming': false,
        'font-size': '14',
        'user-default-storage-size': 1_000_000,
        'color-depth': 16,
        'dest-port': '',
        'session-saved-limit': '-',
        'mail-from': ' ops@example.test ',
        'mail-password': null,
      },
      'en',
    );
    expect(data).toEqual({
      'enable-wallpaper': false,
      'enable-theming': false,
      'font-size': 14,
      'user-default-storage-size': 1_000_000,
      'color-depth': '16',
      'dest-port': null,
      'session-saved-limit': null,
      'mail-from': 'ops@example.test',
      'mail-password': null,
    });
    expect(settingText(1_000_000)).toBe('1000000');
  });

  it('turns the family’s sign for an empty value into an empty one', () => {
    expect(check(SettingsInput, { 'dest-host': '-', backspace: '-' }, 'en').data).toEqual({
      'dest-host': '',
      backspace: '',
    });
  });

  it.each([
    ['a flag', { 'enable-wallpaper': 'yes' }, 'type'],
    ['null for a flag', { 'enable-wallpaper': null }, 'required'],
    ['null for a text', { 'font-name': null }, 'required'],
    ['an empty font', { 'font-name': '' }, 'required'],
    ['a number too large', { 'font-size': 1000 }, 'number.range'],
    ['a fraction', { 'font-size': '12.5' }, 'type'],
    ['a number in words', { 'mail-port': 'smtp' }, 'type'],
    ['an exponent', { 'user-default-storage-size': '1e6' }, 'type'],
    ['a port that is none', { 'mail-port': 70_000 }, 'number.range'],
    ['a choice that is none', { 'color-scheme': 'pink' }, 'enum'],
    ['an address that is none', { 'mail-from': 'ops' }, 'email'],
    ['a second line', { 'mail-host': 'a\r\nb' }, 'format'],
    ['a second line in a name', { 'branding-name': 'a\nBcc: x' }, 'format'],
    ['a password shorter than the floor', { 'password-min-length': 4 }, 'number.range'],
  ])('is not %s', (_what, value, rule) => {
    expect(refusals(value)).toEqual([[Object.keys(value)[0], rule]]);
  });

  it.each([
    'enable-ldap',
    'enable-drive',
    'drive-path',
    'drive-name',
    'disable-glyph-caching',
    'create-recording-path',
    'version',
  ])('is not the setting %s', (key) => {
    const [refusal] = check(SettingsInput, { [key]: 'true' }, 'en').fields ?? [];
    expect(refusal).toMatchObject({ rule: 'unknown', message: expect.stringContaining(key) as string });
  });
});
