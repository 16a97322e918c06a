import { ConfigError, type Config } from '../config.ts';
import { SETTING_NAMES } from '../config/settings-schema.ts';

/** Says which settings count and where they come from, never their values. Exit code 1 where one cannot be used. */
export function checkSettings(readSettings: () => Config, print: (line: string) => void): number {
  let config: Config;
  try {
    config = readSettings();
  } catch (error) {
    if (error instanceof ConfigError) {
      print(error.message);
      return 1;
    }
    throw error;
  }
  const { origins, warnings } = config.given;
  for (const name of SETTING_NAMES) {
    print(`${name.padEnd(34)} ${origins[name] === undefined ? 'default' : `from ${origins[name]}`}`);
  }
  warnings.forEach((warning) => print(`warning: ${warning}`));
  print('the settings can be used; npx jadegate doctor tries what they name');
  return 0;
}
