import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import type { StrategyFlag } from '@jadegate/contract/access/strategy';

import type { Attributes, Request } from './request.ts';

/** By which right a file is written: the one to upload, or the one to edit, which is for small files. */
export type WritesBy = 'upload' | 'edit';

/** What is known of the file that a request is about. */
interface RequestFacts {
  /** How its handle writes; undefined when it does not. */
  writesBy?: WritesBy | undefined;
  /** This very connection brought it: its times and permissions are the last part of that. */
  isOwn?: boolean;
}

const BY_ANY: readonly (readonly StrategyFlag[])[] = [[]];
const BY_WRITING: readonly (readonly StrategyFlag[])[] = [['upload'], ['edit']];

/** Sets of flags, of which one must be held. The same as in the file panel of the console. */
export function flagsFor(request: Request, facts: RequestFacts = {}): readonly (readonly StrategyFlag[])[] {
  switch (request.kind) {
    case 'open':
      return forOpening(request);
    case 'read':
      return [['download']];
    case 'write':
      return [[facts.writesBy ?? 'upload']];
    case 'setstat':
      return facts.isOwn ? [...BY_WRITING, ['createDir']] : forAttributes(request.attributes);
    case 'fsetstat':
      return facts.writesBy ? [[facts.writesBy]] : forAttributes(request.attributes);
    case 'mkdir':
      return [['createDir']];
    case 'remove':
    case 'rmdir':
      return [['delete']];
    case 'rename':
      // The panel never renames onto something; whoever may upload or delete could make room themselves.
      return request.replaces
        ? [
            ['rename', 'delete'],
            ['rename', 'upload'],
          ]
        : [['rename']];
    case 'link':
      return [['upload']];
    case 'copy_data':
      return [['download', 'upload']];
    case 'look':
    case 'ask_handle':
    case 'close':
    case 'limits':
    case 'unknown':
      return BY_ANY;
  }
}

/** Undefined when nothing is missing, otherwise what to ask for. */
export function missingFlag(
  ways: readonly (readonly StrategyFlag[])[],
  held: AccessFlags,
): StrategyFlag | undefined {
  const missing = ways.map((flags) => flags.find((flag) => !held[flag]));
  return missing.includes(undefined) ? undefined : missing[0];
}

function forOpening({ reads, writes }: { reads: boolean; writes: boolean }) {
  if (!writes) {
    return [['download']] as const;
  }
  return reads
    ? ([
        ['upload', 'download'],
        ['edit', 'download'],
      ] as const)
    : BY_WRITING;
}

function forAttributes({ size, ...others }: Attributes): readonly (readonly StrategyFlag[])[] {
  return size !== undefined && Object.keys(others).length === 0 ? BY_WRITING : [['edit']];
}
