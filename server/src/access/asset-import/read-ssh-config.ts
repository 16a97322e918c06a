import { LineType, parse, type Directive, type Line, type Match, type Section } from 'ssh-config';

import { AppError } from '../../kernel/app-error.ts';
import { parsedRow, type CellRemark, type ParsedFile, type ParsedRow } from './parsed-file.ts';

/** Settings that apply to hosts whose names match, in the order of the file: the first value of each wins. */
interface Block {
  order: number;
  line: number;
  patterns: readonly string[];
  settings: Map<string, string>;
}

const ASKED = ['hostname', 'port', 'user', 'proxyjump', 'identityfile'];

/** The hosts of an OpenSSH client configuration. Nothing in it is ever run: `Match` is refused, not evaluated. */
export function readSshConfig(text: string, maxRows: number): ParsedFile {
  const file: ParsedFile = {
    format: 'ssh-config',
    columns: ['name', 'protocol', 'host', 'port', 'username', 'gateway'],
    rows: [],
    notes: [],
  };
  const blocks = readBlocks(text, file);
  const blocksOf = blockFinder(blocks);
  const seen = new Set<string>();
  for (const { line, patterns } of blocks.slice(1)) {
    const aliases = patterns.filter((name) => !/[*?!]/.test(name));
    for (const name of patterns.filter((one) => /[*?]/.test(one) && !one.startsWith('!'))) {
      file.notes.push({ line, rule: 'patternSkipped', params: { name } });
    }
    for (const alias of aliases.filter((name) => !seen.has(name))) {
      if (file.rows.length >= maxRows) {
        throw new AppError('csv.too_many_rows', { params: { limit: maxRows } });
      }
      seen.add(alias);
      file.rows.push(hostRow(alias, line, blocksOf(alias)));
    }
  }
  if (file.rows.length === 0) {
    throw new AppError('asset_import.empty');
  }
  file.rows.sort((one, other) => one.line - other.line);
  return file;
}

/** Finds the blocks of a host without asking each of thousands that name one host only. */
function blockFinder(blocks: readonly Block[]): (alias: string) => Block[] {
  const named = new Map<string, Block[]>();
  const patterned: Block[] = [];
  for (const block of blocks) {
    if (block.patterns.some((one) => /[*?!]/.test(one))) {
      patterned.push(block);
    } else {
      for (const name of new Set(block.patterns)) {
        named.set(name, [...(named.get(name) ?? []), block]);
      }
    }
  }
  return (alias) => {
    const found = [
      ...patterned.filter(({ patterns }) => matches(patterns, alias)),
      ...(named.get(alias) ?? []),
    ];
    return found.sort((one, other) => one.order - other.order);
  };
}

function hostRow(alias: string, line: number, blocks: readonly Block[]): ParsedRow {
  const settings = new Map<string, string>();
  for (const block of blocks) {
    for (const [name, value] of block.settings) {
      if (!settings.has(name)) {
        settings.set(name, value);
      }
    }
  }
  const expand = (value: string) => value.replaceAll('%h', alias).replaceAll('%n', alias);
  const jumps = jumpsIn(settings.get('proxyjump') ?? '');
  const row = parsedRow(line, {
    name: alias,
    protocol: 'ssh',
    host: expand(settings.get('hostname') ?? alias),
    port: settings.get('port') ?? '',
    username: settings.get('user') ?? '',
    gateway: jumps.at(-1) ?? '',
  });
  const warnings: CellRemark[] = [];
  if (jumps.length > 1) {
    warnings.push({ field: 'gateway', rule: 'jumpChain', params: { name: jumps.at(-1) ?? '' } });
  }
  if (settings.has('identityfile')) {
    warnings.push({ field: 'name', rule: 'keyFile' });
  }
  return { ...row, warnings };
}

/** `user@host:port,next` as the names of hosts; `none` is no jump. */
function jumpsIn(value: string): string[] {
  const names = value.split(',').map((one) => {
    const host = one
      .trim()
      .replace(/^ssh:\/\//, '')
      .replace(/^[^@]*@/, '');
    return /^\[(.*)\]/.exec(host)?.[1] ?? host.replace(/:\d+$/, '');
  });
  return names.filter((name) => name !== '' && name.toLowerCase() !== 'none');
}

/** The first block is what stands before any `Host` and applies to all. */
function readBlocks(text: string, file: ParsedFile): Block[] {
  const first: Block = { order: 0, line: 1, patterns: ['*'], settings: new Map() };
  const blocks = [first];
  let line = 1;
  const step = (text: string) => {
    line += text.split('\n').length - 1;
  };
  const visit = (one: Line, block: Block) => {
    step(one.before);
    const start = line;
    step(one.after);
    if (one.type !== LineType.DIRECTIVE) {
      return;
    }
    if (!isSection(one)) {
      takeSetting(one, block, start, file);
      return;
    }
    const isHost = one.param.toLowerCase() === 'host';
    const patterns = isHost ? wordsOf(one) : [];
    const inner: Block = { order: blocks.length, line: start, patterns, settings: new Map() };
    if (isHost) {
      blocks.push(inner);
    } else {
      file.rows.push(refusedRow(start, `Match ${wordsOf(one).join(' ')}`, 'matchRefused'));
    }
    for (const setting of one.config) {
      visit(setting, inner);
    }
  };
  for (const one of parseLines(text)) {
    visit(one, first);
  }
  return blocks;
}

function takeSetting(setting: Directive, block: Block, line: number, file: ParsedFile): void {
  const name = setting.param.toLowerCase();
  if (name === 'include') {
    file.rows.push(refusedRow(line, `Include ${wordsOf(setting).join(' ')}`, 'includeRefused'));
  } else if (ASKED.includes(name) && !block.settings.has(name)) {
    block.settings.set(name, wordsOf(setting).join(' '));
  }
}

function refusedRow(line: number, name: string, rule: 'matchRefused' | 'includeRefused'): ParsedRow {
  return { ...parsedRow(line, { name }), errors: [{ field: 'name', rule }] };
}

function parseLines(text: string): Line[] {
  try {
    return [...parse(text.replaceAll('\r\n', '\n'))];
  } catch (cause) {
    const lines = text.split('\n');
    const odd = lines.findIndex((line) => (line.match(/"/g)?.length ?? 0) % 2 === 1);
    throw new AppError('asset_import.unreadable', { params: { line: Math.max(odd, 0) + 1 }, cause });
  }
}

function isSection(line: Directive): line is Section | Match {
  return 'config' in line;
}

function wordsOf({ value }: Directive): string[] {
  return typeof value === 'string' ? [value] : value.map(({ val }) => val);
}

/** As ssh_config(5) has it: a negated pattern that fits rules the block out. */
function matches(patterns: readonly string[], name: string): boolean {
  const isDenied = patterns.some((one) => one.startsWith('!') && fits(one.slice(1), name));
  return !isDenied && patterns.some((one) => !one.startsWith('!') && fits(one, name));
}

/** `*` and `?` in time proportional to both lengths: a file from anywhere must not choose a slow expression. */
export function fits(pattern: string, name: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    const char = pattern[index];
    if (char === '*') {
      star = index++;
      resume = at;
    } else if (char === '?' || char === name[at]) {
      index++;
      at++;
    } else if (star >= 0) {
      index = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(index));
}
