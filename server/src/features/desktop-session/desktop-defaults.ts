import type { SettingService } from '../setting/setting.service.ts';

/** The settings that are the same for every desktop unless its asset says otherwise, by the names guacd knows. */
const NAMES = [
  'enable-wallpaper',
  'enable-theming',
  'enable-font-smoothing',
  'enable-full-window-drag',
  'enable-desktop-composition',
  'enable-menu-animations',
  'disable-bitmap-caching',
  'disable-offscreen-caching',
  'force-lossless',
  'preconnection-id',
  'preconnection-blob',
  'color-depth',
  'cursor',
  'swap-red-blue',
  'dest-host',
  'dest-port',
] as const;

export async function desktopDefaults(
  settings: Pick<SettingService, 'get'>,
): Promise<Readonly<Record<string, string>>> {
  const pairs = await Promise.all(
    NAMES.map(async (name) => [name, String((await settings.get(name)) ?? '')] as const),
  );
  return Object.fromEntries(pairs);
}
