import { Inventory, type Vars } from './inventory.ts';
import type { ParsedFile } from './parsed-file.ts';

type Section = { group: string; kind: 'hosts' | 'children' | 'vars' };

/** An Ansible inventory in its INI form. */
export function readAnsibleIni(text: string, maxRows: number): ParsedFile {
  const inventory = new Inventory(maxRows);
  let section: Section = { group: 'ungrouped', kind: 'hosts' };
  for (const [index, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1;
    const said = whole.trim();
    if (said === '' || said.startsWith('#') || said.startsWith(';')) {
      continue;
    }
    const opened = /^\[([^\]:[]+)(?::(\w+))?\]\s*([#;].*)?$/.exec(said);
    if (opened) {
      const [, group = '', kind = 'hosts'] = opened;
      if (kind !== 'hosts' && kind !== 'children' && kind !== 'vars') {
        inventory.refuse(line, said, 'lineUnread');
      }
      section = { group: group.trim(), kind: kind === 'children' || kind === 'vars' ? kind : 'hosts' };
      continue;
    }
    takeLine(inventory, section, said, line);
  }
  return inventory.rows('ansible-ini');
}

function takeLine(inventory: Inventory, { group, kind }: Section, said: string, line: number): void {
  if (kind === 'vars') {
    const [, name, value = ''] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(said) ?? [];
    if (name === undefined) {
      inventory.refuse(line, said.slice(0, 100), 'lineUnread');
    } else {
      inventory.addGroupVars(group, { [name]: unquoted(value.replace(/\s[#;].*$/, '').trim()) });
    }
    return;
  }
  const [name, ...assignments] = words(said) ?? [];
  if (name === undefined) {
    inventory.refuse(line, firstWord(said), 'lineUnread');
  } else if (kind === 'children') {
    inventory.addChild(group, name, line);
  } else {
    const vars = readVars(assignments);
    if (vars === undefined) {
      inventory.refuse(line, firstWord(said), 'lineUnread');
    } else {
      inventory.addHosts(name, line, group, vars);
    }
  }
}

function readVars(assignments: readonly string[]): Vars | undefined {
  const pairs = assignments.map((one) => /^([\w.-]+)=(.*)$/s.exec(one));
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
    : undefined;
}

/** The line may hold a password; its first word cannot. */
const firstWord = (said: string) => said.split(/\s/, 1)[0] ?? '';

/** Splits as a shell does, up to a comment. Undefined when a quote is not closed. */
function words(said: string): string[] | undefined {
  const found: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const char of said) {
    if (quote !== '') {
      if (char === quote) {
        quote = '';
      } else {
        word = (word ?? '') + char;
      }
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) {
        found.push(word);
      }
      word = undefined;
    } else if (char === '#' && word === undefined) {
      break;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) {
    found.push(word);
  }
  return quote === '' ? found : undefined;
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
}
