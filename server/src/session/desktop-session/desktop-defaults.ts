import type { SettingService } from '../../platform/setting/setting.service.ts';
import { DEFAULTED } from '../../protocols/guacd/parameters.ts';

const NAMES = [...new Set([...DEFAULTED.rdp, ...DEFAULTED.vnc])];

/** The settings that are the same for every desktop unless its asset says otherwise, by the names guacd knows. */
export async function desktopDefaults(
  settings: Pick<SettingService, 'get'>,
): Promise<Readonly<Record<string, string>>> {
  const pairs = await Promise.all(
    NAMES.map(async (name) => [name, String((await settings.get(name)) ?? '')] as const),
  );
  return Object.fromEntries(pairs);
}
