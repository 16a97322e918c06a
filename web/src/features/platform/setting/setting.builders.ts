import { PLAIN_SETTING_KEYS, SETTINGS, settingText } from '@jadegate/contract/platform/setting';
import type { Settings } from '@jadegate/contract/platform/setting-endpoints';

/** Everything as it is on a new installation, unless said otherwise. */
export function someSettings(given: Partial<Settings> = {}): Settings {
  const plain = Object.fromEntries(
    PLAIN_SETTING_KEYS.map((key) => [key, settingText(SETTINGS[key].fallback)]),
  ) as Settings;
  return { ...plain, 'mail-password': '', 'mail-password-stored': 'false', ...given };
}
