import { posix } from 'node:path';

import type { TreeEntry } from './file-tree.ts';
import type { Command, Shell } from './shell.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const optionsOf = (words: readonly string[]) => words.filter((word) => /^-[^-\d]/.test(word)).join('');
const operandsOf = (words: readonly string[]) => words.filter((word) => !word.startsWith('-'));

export const modeText = ({ isFolder, mode }: TreeEntry): string =>
  (isFolder ? 'd' : '-') +
  [6, 3, 0]
    .map((shift) =>
      ['r', 'w', 'x'].map((letter, at) => ((mode >> shift) & (4 >> at) ? letter : '-')).join(''),
    )
    .join('');

function longRow(name: string, entry: TreeEntry): string {
  const at = new Date(entry.changedAt * 1000);
  const day = `${MONTHS[at.getMonth()] ?? ''} ${String(at.getDate()).padStart(2)}`;
  const size = String(entry.isFolder ? 4096 : entry.bytes.length).padStart(7);
  return `${modeText(entry)} 1 ${entry.owner.padEnd(5)} ${entry.owner.padEnd(5)} ${size} ${day} ${at.toTimeString().slice(0, 5)} ${name}\n`;
}

const list: Command = (shell, words) => {
  const { files } = shell.parts;
  const options = optionsOf(words);
  const [operand = '.'] = operandsOf(words);
  const path = shell.pathOf(operand);
  const entry = files.need(path);
  const rows = entry.isFolder
    ? files.list(path).filter(({ name }) => options.includes('a') || !name.startsWith('.'))
    : [{ name: operand, entry }];
  if (options.includes('l')) {
    return { out: rows.map((row) => longRow(row.name, row.entry)).join('') };
  }
  const names = rows.map(({ name, entry: { isFolder } }) =>
    isFolder ? `\u001B[1;34m${name}\u001B[0m` : name,
  );
  return { out: names.length > 0 ? `${names.join('  ')}\n` : '' };
};

/** What a command reads: the files it names, or what comes through the pipe. */
function textOf(shell: Shell, operands: readonly string[], input: string): string {
  if (operands.length === 0) {
    return input;
  }
  return operands
    .map((operand) => {
      const { isFolder, bytes } = shell.parts.files.need(shell.pathOf(operand));
      return isFolder ? '' : bytes.toString();
    })
    .join('');
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** `-n 5`, `-5`, or ten. Answers how many, and the words that are left. */
function countOf(words: readonly string[]): { count: number; rest: string[] } {
  const at = words.indexOf('-n');
  if (at >= 0) {
    return {
      count: Number(words[at + 1]) || 10,
      rest: words.filter((_, index) => index !== at && index !== at + 1),
    };
  }
  const short = words.find((word) => /^-\d+$/.test(word));
  return {
    count: short === undefined ? 10 : Number(short.slice(1)),
    rest: words.filter((word) => word !== short),
  };
}

const head: Command = (shell, words, input) => {
  const { count, rest } = countOf(words);
  return { out: joined(linesOf(textOf(shell, operandsOf(rest), input)).slice(0, count)) };
};

export const lastLines = (shell: Shell, words: readonly string[], input: string): string => {
  const { count, rest } = countOf(words);
  return joined(linesOf(textOf(shell, operandsOf(rest), input)).slice(-count));
};

const grep: Command = (shell, words, input) => {
  const options = optionsOf(words);
  const [pattern = '', ...operands] = operandsOf(words);
  const wanted = options.includes('i') ? pattern.toLowerCase() : pattern;
  const found = linesOf(textOf(shell, operands, input)).filter((line) => {
    // Plain words: a pattern of a stranger could take for ever.
    const isThere = (options.includes('i') ? line.toLowerCase() : line).includes(wanted);
    return isThere !== options.includes('v');
  });
  return {
    out: options.includes('c') ? `${found.length}\n` : joined(found),
    code: found.length > 0 ? 0 : 1,
  };
};

const wc: Command = (shell, words, input) => {
  const text = textOf(shell, operandsOf(words), input);
  const lines = linesOf(text).length;
  return {
    out: words.includes('-l') ? `${lines}\n` : `${lines} ${text.split(/\s+/).length} ${text.length}\n`,
  };
};

const sort: Command = (shell, words, input) => {
  const lines = linesOf(textOf(shell, operandsOf(words), input)).toSorted();
  return { out: joined(optionsOf(words).includes('r') ? lines.toReversed() : lines) };
};

const uniq: Command = (shell, words, input) => {
  const lines = linesOf(textOf(shell, operandsOf(words), input));
  return { out: joined(lines.filter((line, at) => line !== lines[at - 1])) };
};

const cd: Command = (shell, words) => {
  const path = shell.pathOf(words[0] ?? '~');
  if (!shell.parts.files.need(path).isFolder) {
    return { out: `bash: cd: ${words[0] ?? ''}: Not a directory\n`, code: 1 };
  }
  shell.folder = path;
  return {};
};

const rm: Command = (shell, words) => {
  const { files } = shell.parts;
  const isDeep = /[rR]/.test(optionsOf(words));
  const removeAll = (path: string) => {
    if (files.need(path).isFolder) {
      files.list(path).forEach(({ name }) => removeAll(posix.join(path, name)));
      files.remove(path, true);
    } else {
      files.remove(path, false);
    }
  };
  for (const operand of operandsOf(words)) {
    const path = shell.pathOf(operand);
    if (files.need(path).isFolder && !isDeep) {
      return { out: `rm: cannot remove '${operand}': Is a directory\n`, code: 1 };
    }
    removeAll(path);
  }
  return {};
};

const copy: Command = (shell, words) => {
  const { files } = shell.parts;
  const [from = '', to = ''] = operandsOf(words);
  const target = shell.pathOf(to);
  const path = files.get(target)?.isFolder ? posix.join(target, posix.basename(from)) : target;
  files.write(path, files.need(shell.pathOf(from)).bytes);
  return {};
};

const find: Command = (shell, words) => {
  const { files } = shell.parts;
  const start = operandsOf(words)[0] ?? '.';
  const wanted = words[words.indexOf('-name') + 1]?.replaceAll('*', '') ?? '';
  const found: string[] = [];
  const walk = (path: string, shown: string) => {
    if (!words.includes('-name') || posix.basename(path).includes(wanted)) {
      found.push(shown);
    }
    if (files.need(path).isFolder) {
      files.list(path).forEach(({ name }) => walk(posix.join(path, name), posix.join(shown, name)));
    }
  };
  walk(shell.pathOf(start), start);
  return { out: joined(found) };
};

export const FILE_COMMANDS: Readonly<Record<string, Command>> = {
  ls: list,
  ll: (shell, words, input, surroundings) => list(shell, ['-l', ...words], input, surroundings),
  cat: (shell, words, input) => ({ out: textOf(shell, operandsOf(words), input) }),
  less: (shell, words, input) => ({ out: textOf(shell, operandsOf(words), input) }),
  head,
  grep,
  wc,
  sort,
  uniq,
  cd,
  rm,
  find,
  cp: copy,
  pwd: ({ folder }) => ({ out: `${folder}\n` }),
  mv: (shell, words) => {
    const [from = '', to = ''] = operandsOf(words);
    shell.parts.files.rename(shell.pathOf(from), shell.pathOf(to));
    return {};
  },
  mkdir: (shell, words) => {
    operandsOf(words).forEach((operand) => shell.parts.files.makeFolder(shell.pathOf(operand)));
    return {};
  },
  touch: (shell, words) => {
    operandsOf(words).forEach((operand) => {
      const path = shell.pathOf(operand);
      shell.parts.files.write(path, shell.parts.files.get(path)?.bytes ?? Buffer.alloc(0));
    });
    return {};
  },
};
