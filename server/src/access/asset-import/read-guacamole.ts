import { ATTRIBUTE_NAMES } from '@jadegate/contract/access/asset-attributes';

import { AppError } from '../../kernel/app-error.ts';
import { Hosts } from './hosts.ts';
import type { ParsedFile, ParsedRow } from './parsed-file.ts';

interface Connection {
  line: number;
  name: string;
  protocol: string;
  params: Map<string, string>;
}

/** What stands for something of the person who connects is nothing here. */
const PLACEHOLDER = /\$\{[^}]*\}/;
const TAG =
  /<(?<end>\/?)(?<name>[\w:-]{1,100})(?<attributes>(?:\s+[\w:-]{1,100}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>/y;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Guacamole's `user-mapping.xml`: its connections, whoever may use them. People and their passwords are not read. */
export function readGuacamole(text: string, maxRows: number): ParsedFile {
  const hosts = new Hosts('guacamole', maxRows);
  let open: Connection | undefined;
  let param: string | undefined;
  const finish = () => {
    if (open && (open.protocol !== '' || open.params.size > 0)) {
      hosts.add(open.line, open.name || open.params.get('hostname') || '', open.protocol, cellsOf(open));
    }
    open = undefined;
  };
  let content = '';
  for (const token of tokensOf(text)) {
    if (token.kind === 'text') {
      content += token.text;
      continue;
    }
    const { name, attributes, line } = token;
    if (token.kind === 'begin' && (name === 'authorize' || name === 'connection')) {
      // A person may have one connection without a name, or several with.
      finish();
      open = { line, name: attributes.get('name') ?? '', protocol: '', params: new Map() };
    } else if (token.kind === 'begin' && name === 'param') {
      param = attributes.get('name');
    } else if (token.kind === 'end' && name === 'protocol' && open) {
      open.protocol = content.trim();
    } else if (token.kind === 'end' && name === 'param' && open && param !== undefined) {
      open.params.set(param, PLACEHOLDER.test(content) ? '' : content);
    } else if (token.kind === 'end' && (name === 'connection' || name === 'authorize')) {
      finish();
    }
    content = '';
  }
  return hosts.file();
}

function cellsOf({ params }: Connection): ParsedRow['cells'] {
  const attributes = ATTRIBUTE_NAMES.flatMap((name) => {
    const value = params.get(name);
    return value === undefined ? [] : [[name, value.trim()]];
  });
  return {
    ...Object.fromEntries(attributes),
    host: params.get('hostname')?.trim() ?? '',
    port: params.get('port')?.trim() ?? '',
    username: params.get('username')?.trim() ?? '',
    password: params.get('password') ?? '',
    privateKey: params.get('private-key')?.trim() ?? '',
    passphrase: params.get('passphrase') ?? '',
  };
}

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'begin' | 'end'; name: string; attributes: Map<string, string>; line: number };

/** As much of XML as such a file has, in one pass. Nothing is looked up, and no entity of its own is known. */
function* tokensOf(text: string): Generator<Token> {
  let line = 1;
  let at = 0;
  const step = (to: number) => {
    for (
      let found = text.indexOf('\n', at);
      found >= 0 && found < to;
      found = text.indexOf('\n', found + 1)
    ) {
      line += 1;
    }
    at = to;
  };
  const refuse = () => new AppError('asset_import.unreadable', { params: { line } });
  /** Past what ends it. */
  const past = (end: string, from: number) => {
    const found = text.indexOf(end, from);
    if (found < 0) {
      throw refuse();
    }
    return found + end.length;
  };
  while (at < text.length) {
    const begin = text.indexOf('<', at);
    if (begin < 0) {
      return;
    }
    yield { kind: 'text', text: unescaped(text.slice(at, begin)) };
    step(begin);
    if (text.startsWith('<!--', begin)) {
      step(past('-->', begin + 4));
    } else if (text.startsWith('<![CDATA[', begin)) {
      const end = past(']]>', begin);
      yield { kind: 'text', text: text.slice(begin + 9, end - 3) };
      step(end);
    } else if (text.startsWith('<?', begin)) {
      step(past('?>', begin));
    } else {
      TAG.lastIndex = begin;
      const found = TAG.exec(text)?.groups;
      if (!found) {
        // A document type among them: what it may declare is not wanted here.
        throw refuse();
      }
      const { end = '', name = '', attributes = '', empty = '' } = found;
      const given = [...attributes.matchAll(ATTRIBUTE)].map(
        ([, key = '', double, single]) => [key, unescaped(double ?? single ?? '')] as const,
      );
      yield { kind: end === '' ? 'begin' : 'end', name, attributes: new Map(given), line };
      if (empty !== '') {
        yield { kind: 'end', name, attributes: new Map(), line };
      }
      step(TAG.lastIndex);
    }
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      return ENTITIES[String(name)] ?? whole;
    }
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
