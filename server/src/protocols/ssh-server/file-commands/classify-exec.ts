import type { StrategyFlag } from '@jadegate/contract/access/strategy';

import { plainWords } from './plain-words.ts';

/** A command that does nothing but move files. */
export interface FileCommand {
  kind: 'scp' | 'rsync';
  direction: 'upload' | 'download';
  /** What a strategy must allow. */
  flags: readonly StrategyFlag[];
  /** As the client wrote them. */
  paths: readonly string[];
  /** What comes lands in a folder, and does not become the path itself. */
  isIntoFolder: boolean;
}

type ClassifiedExec = FileCommand | { kind: 'command' };

const COMMAND = { kind: 'command' } as const;
const SCP_OPTIONS = /^-[vqrpdtf]+$/;
/** Letters of rsync that take no value, and what it tells of itself behind `e`. */
const RSYNC_LETTERS = /^-[vqclogDtprzHAXnRuWSbkKLdiIxOJNUmyhC]*(?:e\d*\.[A-Za-z]*)?$/;
const RSYNC_OPTIONS = new Set([
  '--append',
  '--bwlimit',
  '--checksum-choice',
  '--checksum-seed',
  '--compress-choice',
  '--compress-level',
  '--copy-unsafe-links',
  '--delay-updates',
  '--delete',
  '--delete-after',
  '--delete-before',
  '--delete-delay',
  '--delete-during',
  '--delete-excluded',
  '--delete-missing-args',
  '--existing',
  '--force',
  '--ignore-errors',
  '--ignore-existing',
  '--inplace',
  '--log-format',
  '--max-delete',
  '--max-size',
  '--min-size',
  '--mkpath',
  '--modify-window',
  '--new-compress',
  '--no-implied-dirs',
  '--no-r',
  '--no-W',
  '--numeric-ids',
  '--old-compress',
  '--open-noatime',
  '--partial',
  '--partial-dir',
  '--preallocate',
  '--remove-source-files',
  '--safe-links',
  '--size-only',
  '--skip-compress',
  '--sparse',
  '--stats',
  '--suffix',
  '--timeout',
]);
const REMOVES = /^--(?:delete|remove-source-files|force)/;

/**
 * What an SSH client asks to run, if it is the other half of `scp` or `rsync` in a form that can do nothing else. Whatever
 * a shell might take for more, and every option that is not known here, makes it a command like any other.
 */
export function classifyExec(command: string): ClassifiedExec {
  const [program, ...words] = plainWords(command) ?? [];
  if (program === 'scp') {
    return scp(words) ?? COMMAND;
  }
  return program === 'rsync' ? (rsync(words) ?? COMMAND) : COMMAND;
}

/** The same for whoever has no use for the rest. */
export function fileCommandOf(command: string): FileCommand | undefined {
  const found = classifyExec(command);
  return found.kind === 'command' ? undefined : found;
}

function scp(words: readonly string[]): FileCommand | undefined {
  const rest = [...words];
  let letters = '';
  while (rest[0]?.startsWith('-') && rest[0] !== '--') {
    const option = rest.shift() ?? '';
    if (!SCP_OPTIONS.test(option)) {
      return undefined;
    }
    letters += option.slice(1);
  }
  const isAfterOptions = rest[0] === '--';
  const [path, ...more] = isAfterOptions ? rest.slice(1) : rest;
  const [isUpload, isDownload] = [letters.includes('t'), letters.includes('f')];
  if (path === undefined || more.length > 0 || isUpload === isDownload || !isPath(path, isAfterOptions)) {
    return undefined;
  }
  const isRecursive = letters.includes('r');
  return {
    kind: 'scp',
    ...(isUpload
      ? { direction: 'upload', flags: isRecursive ? ['upload', 'createDir'] : ['upload'] }
      : { direction: 'download', flags: ['download'] }),
    paths: [path],
    isIntoFolder: isRecursive || letters.includes('d') || path.endsWith('/') || path === '.',
  };
}

function rsync(words: readonly string[]): FileCommand | undefined {
  const [server, ...rest] = words;
  const dot = rest.indexOf('.');
  const options = rest.slice(0, Math.max(dot, 0));
  const paths = rest.slice(dot + 1);
  const isDownload = options[0] === '--sender';
  const given = isDownload ? options.slice(1) : options;
  const areKnown = given.every(
    (option) => RSYNC_LETTERS.test(option) || RSYNC_OPTIONS.has(option.split('=')[0] ?? ''),
  );
  if (server !== '--server' || dot < 0 || paths.length === 0 || !areKnown) {
    return undefined;
  }
  if (!paths.every((path) => isPath(path, false)) || (!isDownload && paths.length > 1)) {
    return undefined;
  }
  const makesFolders = given.some((option) => option === '--mkpath' || /^-[^-e]*[rdR]/.test(option));
  const removes = given.some((option) => REMOVES.test(option));
  return {
    kind: 'rsync',
    direction: isDownload ? 'download' : 'upload',
    flags: [
      isDownload ? 'download' : 'upload',
      ...(makesFolders && !isDownload ? (['createDir'] as const) : []),
      ...(removes ? (['delete'] as const) : []),
    ],
    paths,
    isIntoFolder: true,
  };
}

/** What begins with a pattern could become an option. */
function isPath(word: string, isAfterOptions: boolean): boolean {
  return word !== '' && !/^[*?[{]/.test(word) && (isAfterOptions || !word.startsWith('-'));
}
