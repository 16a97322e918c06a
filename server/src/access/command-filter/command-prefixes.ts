/** Words before a command that do not change which command it is. Pure. */

interface Prefix {
  /** Short options without a value, and with one. */
  flags?: string;
  values?: string;
  /** Long options with a value as the next word. */
  long?: readonly string[];
  /** Words after the options that belong to the prefix, as the duration of `timeout`. */
  operands?: number;
}

const PREFIXES: ReadonlyMap<string, Prefix> = new Map<string, Prefix>([
  [
    'sudo',
    {
      flags: 'ABbEeHiKklNnPSsVv',
      values: 'ugphCDRTUrta',
      long: ['user', 'group', 'prompt', 'host', 'chdir', 'chroot', 'close-from', 'command-timeout'],
    },
  ],
  ['doas', { flags: 'Lns', values: 'uC' }],
  ['env', { flags: 'i0v', values: 'uC', long: ['unset', 'chdir'] }],
  ['nohup', {}],
  ['time', { flags: 'apqv', values: 'fo', long: ['format', 'output'] }],
  ['exec', { flags: 'cl', values: 'a' }],
  ['command', { flags: 'pvV' }],
  ['builtin', {}],
  ['nice', { values: 'n', long: ['adjustment'] }],
  ['ionice', { flags: 't', values: 'cnp', long: ['class', 'classdata'] }],
  ['setsid', { flags: 'cfw' }],
  ['stdbuf', { values: 'ioe', long: ['input', 'output', 'error'] }],
  ['timeout', { flags: 'fv', values: 'ks', long: ['kill-after', 'signal'], operands: 1 }],
  ['chroot', { operands: 1 }],
  [
    'xargs',
    { flags: '0oprtx', values: 'IinLlPsdEea', long: ['max-args', 'max-procs', 'arg-file', 'delimiter'] },
  ],
  ['busybox', {}],
  ['toybox', {}],
]);

/** Words of the shell's own grammar that a command may follow. */
const RESERVED = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{', 'coproc']);
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'fish', 'su', 'runuser']);
const MAX_LAYERS = 8;

interface LookedThrough {
  /** The command as typed, and with each layer before it taken away. */
  forms: string[][];
  /** Texts that the command hands to a shell: `sh -c '…'`, `eval …`. */
  scripts: string[];
  tooDeep: boolean;
}

export function lookThrough(words: readonly string[]): LookedThrough {
  const forms: string[][] = [];
  const scripts: string[] = [];
  let rest = [...words];
  for (let layer = 0; rest.length > 0; layer++) {
    if (layer === MAX_LAYERS) {
      return { forms, scripts, tooDeep: true };
    }
    forms.push(...spellings(rest));
    const name = baseName(rest[0] ?? '');
    const script = scriptOf(name, rest);
    if (script !== undefined) {
      scripts.push(script);
    }
    const prefix = PREFIXES.get(name);
    const start = prefix ? afterPrefix(prefix, rest) : { at: afterPreamble(rest), unsure: false };
    if (start.at === 0) {
      break;
    }
    if (start.unsure) {
      // An option this table does not know may take the next word as its value: look at both readings.
      forms.push(...spellings(rest.slice(start.at + 1)));
    }
    rest = rest.slice(start.at);
  }
  return { forms, scripts, tooDeep: false };
}

/** `/bin/rm` is also `rm`. */
function spellings(words: string[]): string[][] {
  const [first = '', ...others] = words;
  return first.includes('/') ? [words, [baseName(first), ...others]] : [words];
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

function afterPreamble(words: readonly string[]): number {
  let at = 0;
  while (at < words.length && (RESERVED.has(words[at] ?? '') || ASSIGNMENT.test(words[at] ?? ''))) {
    at++;
  }
  return at;
}

function afterPrefix(prefix: Prefix, words: readonly string[]): { at: number; unsure: boolean } {
  let at = 1;
  let unsure = false;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      break;
    }
    const takes = takesValue(prefix, word);
    unsure = takes === undefined;
    at += takes ? 1 : 0;
  }
  return { at: at + (prefix.operands ?? 0), unsure };
}

/** Whether the next word is the option's value; undefined when the option is not known. */
function takesValue({ flags = '', values = '', long = [] }: Prefix, option: string): boolean | undefined {
  if (option.startsWith('--')) {
    return option.includes('=') ? false : long.includes(option.slice(2)) || undefined;
  }
  for (let at = 1; at < option.length; at++) {
    const letter = option[at] ?? '';
    if (values.includes(letter)) {
      return at === option.length - 1;
    }
    if (!flags.includes(letter)) {
      return undefined;
    }
  }
  return false;
}

function scriptOf(name: string, words: readonly string[]): string | undefined {
  if (name === 'eval') {
    return words.slice(1).join(' ');
  }
  if (name === 'env') {
    const split = words.findIndex((word) => /^(?:-[iv0]*S|--split-string)$/.test(word));
    return split < 0 ? undefined : words.slice(split + 1).join(' ');
  }
  if (SHELLS.has(name)) {
    const option = words.findIndex((word) => /^(?:-[A-Za-z]*c[A-Za-z]*|--command)$/.test(word));
    return option < 0 ? undefined : words[option + 1];
  }
  return undefined;
}
