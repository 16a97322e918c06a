import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { CHAIN_DOMAIN, CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';

import { isMissing } from '../recording-files.ts';
import type { ChainHead } from './chain.ts';

interface Line {
  seq: number;
  key?: string;
}

/**
 * How far the chain of a recording came whose process died: its first and its last whole line, unproved. Undefined where
 * there is none.
 */
export async function chainHeadIn(folder: string): Promise<ChainHead | undefined> {
  const file = await open(join(folder, CHAIN_FILE), 'r').catch((error: unknown) => {
    if (!isMissing(error)) {
      throw error;
    }
  });
  if (!file) {
    return undefined;
  }
  const ends: { first?: string; last?: string } = {};
  try {
    let rest = '';
    for await (const piece of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
      const lines = (rest + (piece as string)).split('\n');
      rest = lines.pop() ?? '';
      ends.first ??= lines[0];
      ends.last = lines.at(-1) ?? ends.last;
    }
  } finally {
    await file.close();
  }
  const [first, last] = [textOf(ends.first), textOf(ends.last)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  return {
    key: read(first)?.key ?? '',
    links: (read(last)?.seq ?? 0) + 1,
    hash: createHash('sha256')
      .update(CHAIN_DOMAIN + last)
      .digest('hex'),
  };
}

function textOf(line: string | undefined): string | undefined {
  return line?.split('\t')[0];
}

function read(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
