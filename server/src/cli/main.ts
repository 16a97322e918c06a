import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

import { LANGUAGES, translate } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';

import { readConfig, type Config } from '../config.ts';
import { databaseName, NoInstallationError } from '../db/no-installation.ts';
import { AppError } from '../kernel/app-error.ts';
import { createLogger } from '../kernel/logger.ts';
import { createServices, type Services } from '../services.ts';
import { explainTrouble } from '../start-failure.ts';
import { productVersion } from '../version.ts';
import { asCalled, print, tell } from './print.ts';
import type { Verb } from './verb.ts';
import { ALL_VERBS } from './verbs.ts';

/** Of every verb. */
const COMMON_OPTIONS = {
  'data-dir': { type: 'string', about: 'of the installation, instead of JADEGATE_DATA_DIR' },
  config: { type: 'string', about: 'the settings file, instead of JADEGATE_CONFIG' },
  help: { type: 'boolean', about: 'says how it is called' },
} as const;
/** Whoever typed the command is not whom the server runs as. */
const NOT_PERMITTED = ['EACCES', 'EPERM'];
/** Asked before anything else is known of a program. */
const VERSION_WORDS = ['--version', '-v', 'version'];

/** Of those that work on an installation. */
export const VERB_NAMES = Object.entries(ALL_VERBS).flatMap(([name, verb]) => ('run' in verb ? [name] : []));

interface Found {
  name: string;
  verb: Verb;
  args: readonly string[];
}

/** The verb these words begin with, and what is left for it. */
function findVerb(words: readonly string[]): Found | undefined {
  for (const [name, verb] of Object.entries(ALL_VERBS)) {
    const { length } = name.split(' ');
    if (words.slice(0, length).join(' ') === name) {
      return { name, verb, args: words.slice(length) };
    }
  }
  return undefined;
}

function usage(): void {
  print('usage: npx jadegate <verb> [--data-dir <folder>] [--config <file>]');
  for (const [name, { summary, takes = [] }] of Object.entries(ALL_VERBS)) {
    print(`  ${[name, ...takes].join(' ').padEnd(28)} ${summary}`);
  }
  print('npx jadegate <verb> --help says more; docs/operations.md says all.');
}

function usageOf({ name, verb: { summary, takes = [], options = {} } }: Found): void {
  print(`usage: npx jadegate ${[name, ...takes].join(' ')}`);
  print(`  ${summary}`);
  for (const [option, { type, about }] of Object.entries({ ...options, ...COMMON_OPTIONS })) {
    print(`  ${`--${option}${type === 'string' ? ' <…>' : ''}`.padEnd(20)} ${about}`);
  }
  // Whoever misspelt the second word of `rescue off` is shown the help of `rescue`.
  for (const [other, { summary: about, takes: taken = [] }] of Object.entries(ALL_VERBS)) {
    if (other.startsWith(`${name} `)) {
      print(`npx jadegate ${[other, ...taken].join(' ')}: ${about}`);
    }
  }
}

const ALL_OPTIONS: Record<string, ParseArgsOptionDescriptor> = Object.fromEntries(
  [COMMON_OPTIONS, ...Object.values(ALL_VERBS).map(({ options = {} }) => options)]
    .flatMap((options) => Object.entries(options))
    .map(([name, { type }]) => [name, { type }]),
);

export async function runCli(args: readonly string[]): Promise<number> {
  if (args.length === 1 && VERSION_WORDS.some((word) => word === args[0])) {
    print(`Jadegate ${productVersion()}`);
    return 0;
  }
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: ALL_OPTIONS,
  });
  const text = (option: string) => (typeof values[option] === 'string' ? values[option] : undefined);
  const isSet = (option: string) => values[option] === true;
  const found = findVerb(positionals);
  if (!found) {
    usage();
    return isSet('help') && positionals.length === 0 ? 0 : 2;
  }
  const { verb } = found;
  const foreign = Object.keys(values).filter(
    (name) => !(name in COMMON_OPTIONS) && !(name in (verb.options ?? {})),
  );
  if (isSet('help') || found.args.length !== (verb.takes ?? []).length || foreign.length > 0) {
    foreign.forEach((name) => print(`--${name} is no option of ${found.name}`));
    usageOf(found);
    return isSet('help') ? 0 : 2;
  }
  const given = { args: found.args, text, isSet };
  const readSettings = () => readConfig(undefined, { dataDir: text('data-dir'), file: text('config') });
  if ('runAlone' in verb) {
    return verb.runAlone({ ...given, readSettings });
  }
  const config = readSettings();
  const services = await createServices({ ...config, mustExist: true, logger: createLogger('warn') });
  try {
    await nameInstallation(services, config);
    return await verb.run(services, { ...given, config });
  } finally {
    await services.close();
  }
}

/** Whoever has several of them sees on which one this works before it does. */
async function nameInstallation({ branding }: Services, { dataDir, databaseUrl }: Config): Promise<void> {
  for (const language of LANGUAGES) {
    const params = {
      name: await branding.name(language),
      dataDir,
      database: databaseName(dataDir, databaseUrl),
    };
    tell(translate(OPERATOR_WORDS.acts_on, language, params));
  }
}

export function explainCliFailure(error: unknown): string {
  if (error instanceof AppError) {
    return LANGUAGES.map((language) => translate(ERROR_WORDS[error.code], language, error.params)).join('\n');
  }
  if (error instanceof NoInstallationError) {
    return error.message;
  }
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  if (NOT_PERMITTED.includes(code) && path !== '') {
    return LANGUAGES.map((language) =>
      translate(OPERATOR_WORDS.not_permitted, language, { path, code }),
    ).join('\n');
  }
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return asCalled(
    isUsage ? `${error.message} (run: npx jadegate)` : `The command failed: ${explainTrouble(error)}`,
  );
}
