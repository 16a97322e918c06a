import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { plainText, readPlainFile, UnfitFile } from '../kernel/plain-file.ts';
import { DEFAULT_FILE, SETTING_NAMES, type SettingName } from './settings-schema.ts';
import { helpOf } from './settings-table.ts';

export class ConfigError extends Error {}

/** What somebody gave, and where: before anything of it is judged but its names. */
interface GivenSettings {
  values: Partial<Record<SettingName, string>>;
  /** For each value, where it was found. */
  origins: Partial<Record<SettingName, string>>;
  /** What works, and should not stay so. */
  warnings: string[];
}

/** A name that begins like this and is no setting is a slip of the pen. */
const OWN_NAME = /^(JADEGATE|S3|GUACD)_/;
/** Of our scripts, launchers and tests, which start servers with their own environment. */
const NAME_OF_TOOLS =
  /^JADEGATE_((TEST|E2E|BENCH)_\w+|COMMAND|CONFIG|SOAK|CHROMIUM|SCREENSHOTS|RELEASE_KEY|OWN_PROCESSES|WITH_PINNED_NODE|HOLDS_FILE)$/;
/** Kubernetes gives every container these, for each Service of the namespace. */
const NAME_OF_SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;
const VALUE_OF_SERVICE_LINK = /^(tcp|udp|sctp):\/\//;
const BY_FILE = '_FILE';

const isSetting = (name: string): name is SettingName => (SETTING_NAMES as string[]).includes(name);

/** From the settings file and the environment, which wins. */
export function gatherSettings(env: NodeJS.Dict<string>, file: string | undefined): GivenSettings {
  const written = readSettingsFile(file);
  const sources = [
    { origin: written.file, entries: written.entries },
    // An empty variable counts as absent: compose files and shells often pass one.
    { origin: 'the environment', entries: Object.entries(env).filter(([, value]) => value?.trim()) },
  ];
  const given: GivenSettings = { values: {}, origins: {}, warnings: [] };
  for (const { origin, entries } of sources) {
    refuseServiceLinks(entries);
    refuseUnknown(origin, entries);
    const names = new Set(entries.map(([name]) => name));
    for (const [name, value = ''] of entries) {
      if (isSetting(name)) {
        given.values[name] = value;
        given.origins[name] = origin;
        continue;
      }
      const setting = name.slice(0, -BY_FILE.length);
      if (name.endsWith(BY_FILE) && isSetting(setting) && value.trim()) {
        if (names.has(setting)) {
          throw new ConfigError(`${setting} and ${name} are both set in ${origin}: keep one of them.`);
        }
        given.values[setting] = readValue(name, value.trim(), given.warnings);
        given.origins[setting] = `the file that ${name} names`;
      }
    }
  }
  return given;
}

function refuseServiceLinks(entries: readonly [string, string | undefined][]): void {
  const linked = entries.flatMap(([name, value]) =>
    OWN_NAME.test(name) &&
    (NAME_OF_SERVICE_LINK.test(name) || (name.endsWith('_PORT') && VALUE_OF_SERVICE_LINK.test(value ?? '')))
      ? [name]
      : [],
  );
  if (linked.length > 0) {
    throw new ConfigError(
      `${linked.join(', ')} ${linked.length > 1 ? 'are' : 'is'} what Kubernetes sets for a Service of that name, not a setting of ours: write enableServiceLinks: false into the pod’s spec, or give the Service another name.`,
    );
  }
}

function refuseUnknown(origin: string, entries: readonly [string, string | undefined][]): void {
  const known = SETTING_NAMES.flatMap((name) => [name, `${name}${BY_FILE}`]);
  const isFile = origin !== 'the environment';
  const unknown = entries
    .map(([name]) => name)
    .filter((name) => OWN_NAME.test(name) && !known.includes(name))
    .filter((name) => isFile || !NAME_OF_TOOLS.test(name));
  if (unknown.length > 0) {
    const lines = unknown.map((name) => `  ${name}: do you mean ${nearest(name, known)}?`);
    throw new ConfigError(
      `${origin} names settings that there are not (docs/operations.md has all):\n${lines.join('\n')}`,
    );
  }
}

/** By the share of letters that would have to be typed differently: long names are not farther for being long. */
function nearest(name: string, known: readonly string[]): string {
  const away = (one: string) => editDistance(name, one) / Math.max(name.length, one.length);
  return known.reduce((best, one) => (away(one) < away(best) ? one : best));
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const changed = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What is in the file stays out of every message: it may be a secret. */
function readValue(name: string, named: string, warnings: string[]): string {
  const file = path.resolve(named);
  const setting = name.slice(0, -BY_FILE.length) as SettingName;
  let value: string;
  try {
    const found = readPlainFile(file);
    value = plainText(found).replace(/\r?\n$/, '');
    // Docker and Kubernetes mount secrets so that everybody in the container can read them: no reason to refuse the start.
    if (helpOf(setting).isSecret && found.isOpenToOthers) {
      warnings.push(
        `${file} holds ${setting}, and everybody on this machine can read it; run: chmod o= ${file}`,
      );
    }
  } catch (error) {
    throw new ConfigError(`${name} names ${file}, which cannot be read (${reasonOf(error)}).`);
  }
  if (!value.trim()) {
    throw new ConfigError(`${name} names ${file}, which is empty.`);
  }
  return value;
}

function reasonOf(error: unknown): string {
  return error instanceof UnfitFile ? error.message : ((error as NodeJS.ErrnoException).code ?? 'unknown');
}

/** Lines of `NAME=value`, as systemd reads them with `EnvironmentFile`. */
function readSettingsFile(named: string | undefined): {
  file: string;
  entries: [string, string | undefined][];
} {
  const file = named?.trim() || DEFAULT_FILE;
  if (!named?.trim() && !existsSync(file)) {
    return { file, entries: [] };
  }
  const written = readPrivate(file);
  const unclear = namesWithHash(written);
  if (unclear.length > 0) {
    throw new ConfigError(
      `${file} has a # in the value of ${unclear.join(', ')} that is not in quotes: systemd reads it as a part of the value, others as the begin of a comment. Put the whole value in quotes, or the comment on a line of its own.`,
    );
  }
  return { file, entries: Object.entries(parseEnv(written)) };
}

const QUOTED_VALUE = /^(\s*\w+\s*=\s*)(["'`])[^]*?\2/gm;
const ASSIGNMENT = /^\s*(\w+)\s*=(.*)$/;

/** Settings that two readers of the same file would understand differently. Never with their values: they may be secrets. */
function namesWithHash(written: string): string[] {
  return written
    .replace(QUOTED_VALUE, '$1')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', value = ''] = ASSIGNMENT.exec(line) ?? [];
      return value.includes('#') && isSetting(name) ? [name] : [];
    });
}

function readPrivate(file: string): string {
  try {
    const found = readPlainFile(file);
    if (!found.isOpenToOthers) {
      return plainText(found);
    }
  } catch (error) {
    throw new ConfigError(`the settings file ${file} cannot be read (${reasonOf(error)}).`);
  }
  throw new ConfigError(
    `the settings file ${file} may hold secrets, and everybody can read it; run: chmod o= ${file}`,
  );
}
