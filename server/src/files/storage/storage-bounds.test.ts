import { LIMITS } from '@jadegate/contract/limits';
import { describe, expect, it } from 'vitest';

import { refuseDeep, StorageBounds } from './storage-bounds.ts';
import { spaceTaken } from './tree-size.ts';

const deep = (levels: number) => `/space${'/d'.repeat(levels)}`;
const { max } = LIMITS.treeDepth;

describe('a path of a space', () => {
  it('has so many levels and no more, with what is below it', () => {
    expect(() => refuseDeep(deep(max))).not.toThrow();
    expect(() => refuseDeep(deep(max + 1))).toThrow('storage.too_deep');
    expect(() => refuseDeep(deep(max - 3), 3)).not.toThrow();
    expect(() => refuseDeep(deep(max - 3), 4)).toThrow('storage.too_deep');
  });
});

describe('a space', () => {
  const bounds = ({ count, inFolder }: { count: number; inFolder: number }) =>
    new StorageBounds({
      store: { stat: async () => ({}), count: async () => inFolder } as never,
      ledger: { usage: async () => ({ name: 's', entry_count: count }) } as never,
      settings: { get: async (key: string) => (key === 'storage-folder-entries' ? 5 : 20) } as never,
    });

  it('takes so many entries in a folder and in all', async () => {
    const one = spaceTaken({ folders: 1 });
    const make = (full: { count: number; inFolder: number }) => bounds(full).refuseNew('/space/a/b', one);
    await expect(make({ count: 4, inFolder: 4 })).resolves.toEqual(one);
    await expect(make({ count: 10, inFolder: 5 })).rejects.toThrow('storage.folder_full');
    await expect(make({ count: 20, inFolder: 1 })).rejects.toThrow('storage.space_full');
  });
});
