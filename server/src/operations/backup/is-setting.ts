import { SETTINGS, type SettingKey } from '@jadegate/contract/platform/setting';

export function isSetting(key: string, value: unknown): boolean {
  return Object.hasOwn(SETTINGS, key) && SETTINGS[key as SettingKey].schema.safeParse(value).success;
}
