import { ConfigError, type Config } from '../../config.ts';
import { ok, problem, reasonOf, warning, type Check, type Finding } from './finding.ts';
import {
  checkDisk,
  checkGuacd,
  checkPorts,
  checkProxy,
  checkSshPort,
  checkVersions,
} from './machine-checks.ts';
import { checkDatabase, checkS3 } from './store-checks.ts';

const CHECKS: Record<string, Check> = {
  versions: checkVersions,
  settings: async ({ given: { warnings } }) =>
    warnings.length > 0
      ? warnings.map((text) => warning(text, 'close the file to others'))
      : [ok('the settings can be used')],
  disk: checkDisk,
  ports: checkPorts,
  ssh: checkSshPort,
  proxy: checkProxy,
  guacd: checkGuacd,
  s3: checkS3,
};

const EXIT_CODES = { ok: 0, warning: 1, problem: 2 };

/**
 * Looks at everything the server needs, and says what to do where something is amiss. It changes nothing, shows no secret,
 * and works with and without a server beside it: no service is built, because that would bring tables up to date.
 */
export async function runDoctor(readSettings: () => Config, print: (line: string) => void): Promise<number> {
  let worst = 0;
  const tell = (area: string, findings: readonly Finding[]) => {
    for (const { state, what, remedy } of findings) {
      worst = Math.max(worst, EXIT_CODES[state]);
      print(`${state.padEnd(8)} ${area.padEnd(9)} ${what}`);
      if (remedy !== undefined) {
        print(`${' '.repeat(18)} → ${remedy}`);
      }
    }
  };
  let config: Config;
  try {
    config = readSettings();
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    tell('settings', [
      problem(error.message, 'correct them; npx jadegate check tells when they can be used'),
    ]);
    return worst;
  }
  for (const [area, check] of Object.entries(CHECKS)) {
    tell(area, await check(config).catch((error: unknown) => [failed(error)]));
  }
  for (const [area, findings] of await checkDatabase(config)) {
    tell(area, findings);
  }
  print(['all is well', 'it works, with warnings', 'there are problems'][worst] ?? '');
  return worst;
}

function failed(error: unknown): Finding {
  return problem(`this could not be looked at: ${reasonOf(error)}`, 'run it as the user of the server');
}
