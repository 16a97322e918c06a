import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';

import { AppError } from '../../kernel/app-error.ts';
import { Inventory, VAULTED, type Vars } from './inventory.ts';
import type { ParsedFile, ParseLimits } from './parsed-file.ts';

/** Enough for anchors that people write; far from what makes a small file unfold into a huge one. */
const MAX_ALIASES = 100;
const MAX_DEPTH = 20;

interface Walk {
  inventory: Inventory;
  document: Document;
  lines: LineCounter;
}

/** An Ansible inventory in YAML. Custom types are never built: an encrypted value is known as one and left out. */
export function readAnsibleYaml(text: string, { maxRows, maxYamlBytes }: ParseLimits): ParsedFile {
  if (Buffer.byteLength(text) > maxYamlBytes) {
    const limit = `${Math.round(maxYamlBytes / 1024 / 1024)} MiB`;
    throw new AppError('asset_import.yaml_too_large', { params: { limit } });
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    customTags: [{ tag: '!vault', resolve: () => VAULTED }],
    logLevel: 'silent',
    schema: 'core',
    merge: true,
  });
  const [error] = document.errors;
  if (error) {
    throw unreadable(error.linePos?.[0].line ?? 1, error);
  }
  const walk: Walk = { inventory: new Inventory(maxRows), document, lines };
  for (const [group, content] of Object.entries(mapOf(dataOf(document)))) {
    takeGroup(walk, [group], content, 0);
  }
  return walk.inventory.rows('ansible-yaml');
}

function dataOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw unreadable(1, cause);
  }
}

function unreadable(line: number, cause: unknown): AppError {
  return new AppError('asset_import.unreadable', { params: { line }, cause });
}

/** `path` leads to the group, through `children` of the groups above it. */
function takeGroup(walk: Walk, path: readonly string[], group: unknown, depth: number): void {
  const { inventory } = walk;
  const name = path.at(-1) ?? '';
  const { hosts, vars, children } = mapOf(group);
  const hostLines = linesOf(walk, [...path, 'hosts']);
  for (const [pattern, hostVars] of Object.entries(mapOf(hosts))) {
    inventory.addHosts(pattern, hostLines.get(pattern) ?? 1, name, varsOf(hostVars));
  }
  inventory.addGroupVars(name, varsOf(vars));
  const childLines = linesOf(walk, [...path, 'children']);
  for (const [child, content] of Object.entries(mapOf(children))) {
    const line = childLines.get(child) ?? 1;
    if (depth >= MAX_DEPTH) {
      throw unreadable(line, undefined);
    }
    inventory.addChild(name, child, line);
    takeGroup(walk, [...path, 'children', child], content, depth + 1);
  }
}

/** Where each key of a map stands; empty where it came through an alias. */
function linesOf({ document, lines }: Walk, path: readonly string[]): Map<string, number> {
  const node = document.getIn(path, true);
  const found = new Map<string, number>();
  for (const { key } of isMap(node) ? node.items : []) {
    if (isScalar(key) && key.range) {
      found.set(String(key.value), lines.linePos(key.range[0]).line);
    }
  }
  return found;
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Only plain values: lists and maps say nothing about how to reach a host. */
function varsOf(value: unknown): Vars {
  const plain = Object.entries(mapOf(value)).filter(([, one]) =>
    ['string', 'number', 'boolean'].includes(typeof one),
  );
  return Object.fromEntries(plain.map(([name, one]) => [name, String(one)]));
}
