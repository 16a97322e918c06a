import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { FolderListings, type FolderOrder } from './folder-listings.ts';

interface Entry {
  name: string;
  isFolder: boolean;
}
interface Whole extends Entry {
  size: number;
  modifiedAt: number;
}

const PIECE = 100;
const ORDER: FolderOrder = { pageIndex: 1, pageSize: 50, showsHidden: true, foldersOnly: false };

/** A folder that tells what was asked of it. */
function folderOf(entries: readonly Whole[]) {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const asked = { pieces: 0, completed: [] as string[], isClosed: false };
  const open = () => ({
    scan: (async function* scan() {
      try {
        for (let at = 0; at < entries.length; at += PIECE) {
          asked.pieces += 1;
          yield entries.slice(at, at + PIECE).map(({ name, isFolder }) => ({ name, isFolder }));
        }
      } finally {
        asked.isClosed = true;
      }
    })(),
    complete: async (some: readonly Entry[]) => {
      asked.completed.push(...some.map(({ name }) => name));
      return some.flatMap(({ name }) => byName.get(name) ?? []);
    },
    opensAsFolder: ({ isFolder }: Entry) => isFolder,
  });
  return { asked, open };
}

/** In no order, sizes and times in many cases the same. */
const many = (count: number): Whole[] =>
  Array.from({ length: count }, (_, index) => {
    const at = (index * 7919) % count;
    return { name: `file ${at}`, isFolder: at % 100 === 0, size: at % 7, modifiedAt: at % 11 };
  });
const namesOf = (entries: readonly Entry[]) => entries.map(({ name }) => name);

describe('a page of a large folder', () => {
  it('asks only about the entries it shows, and knows how many there are', async () => {
    const { asked, open } = folderOf(many(3000));
    const page = await new FolderListings().page('ann', { ...ORDER, pageIndex: 2 }, open);
    expect(page).toMatchObject({ total: 3000, hidden: 0, isWhole: true });
    // 30 folders stood on the page before.
    expect(namesOf(page.entries).slice(0, 3)).toEqual(['file 21', 'file 22', 'file 23']);
    expect(page.entries).toHaveLength(50);
    expect(asked.completed.toSorted()).toEqual(namesOf(page.entries).toSorted());
  });

  it.each([
    ['name', 'ascend'],
    ['name', 'descend'],
    ['size', 'ascend'],
    ['size', 'descend'],
    ['modTime', 'ascend'],
    ['modTime', 'descend'],
  ] as const)('by %s, %s, goes on where the one before ended', async (field, order) => {
    const entries = many(1030);
    const sign = order === 'ascend' ? 1 : -1;
    const number = ({ name }: Entry) => Number(name.slice(5));
    const value = (entry: Whole) =>
      ({ name: number(entry), size: entry.size, modTime: entry.modifiedAt })[field];
    const expected = entries.toSorted(
      (a, b) =>
        Number(b.isFolder) - Number(a.isFolder) || sign * (value(a) - value(b)) || number(a) - number(b),
    );
    const seen: Whole[] = [];
    for (let pageIndex = 1; pageIndex <= 6; pageIndex += 1) {
      const { open } = folderOf(entries);
      const wanted = { ...ORDER, pageIndex, pageSize: 200, field, order };
      const page = await new FolderListings().page('ann', wanted, open);
      expect(page.total).toBe(1030);
      seen.push(...page.entries);
    }
    expect(namesOf(seen)).toEqual(namesOf(expected));
  });

  it('holds those that were asked for', async () => {
    const entries = ['.git', 'Ångström.TXT', 'notes.txt', '.hidden.txt', 'src'].map((name) => ({
      name,
      isFolder: name === '.git' || name === 'src',
      size: 1,
      modifiedAt: 1,
    }));
    const asked = async (wanted: Partial<FolderOrder>) => {
      const page = await new FolderListings().page('ann', { ...ORDER, ...wanted }, folderOf(entries).open);
      return [namesOf(page.entries), page.total, page.hidden];
    };
    expect(await asked({ showsHidden: false })).toEqual([['src', 'Ångström.TXT', 'notes.txt'], 3, 2]);
    expect(await asked({ showsHidden: false, name: 'TXT' })).toEqual([['Ångström.TXT', 'notes.txt'], 2, 1]);
    expect(await asked({ name: 'a\u030angstro\u0308m' })).toEqual([['Ångström.TXT'], 1, 0]);
    expect(await asked({ foldersOnly: true })).toEqual([['.git', 'src'], 2, 0]);
    expect(await asked({ pageIndex: 9 })).toEqual([[], 5, 0]);
  });

  it('says so where there is more than is read, and reads no further', async () => {
    const { asked, open } = folderOf(many(3000));
    const page = await new FolderListings({ entries: 1000 }).page('ann', ORDER, open);
    expect(page).toMatchObject({ total: 1000, isWhole: false });
    expect(asked).toMatchObject({ pieces: 11, isClosed: true });
  });

  it('is what came in time, where the folder has no end; what says nothing at all is a failure', async () => {
    const listings = new FolderListings({ patienceMs: 20 });
    const opened = (piece: Whole[] | undefined) => () => ({
      ...folderOf([]).open(),
      scan: (async function* scan(): AsyncGenerator<Entry[], void> {
        if (piece) {
          yield piece;
        }
        await new Promise(() => undefined);
      })(),
      complete: async () => piece ?? [],
    });
    const page = await listings.page('ann', ORDER, opened(many(3)));
    expect(page).toMatchObject({ total: 3, isWhole: false });
    await expect(listings.page('ann', ORDER, opened(undefined))).rejects.toMatchObject({
      code: 'file.failed',
    });
  });
});

describe('several at once', () => {
  it('are read a few of one person at a time, large ones one by one, and small ones of others beside them', async () => {
    const listings = new FolderListings();
    let [reading, most, large, mostLarge] = [0, 0, 0, 0];
    const open = (count: number) => () => {
      const { open: opened } = folderOf(many(count));
      return {
        ...opened(),
        scan: (async function* scan() {
          reading += 1;
          most = Math.max(most, reading);
          let read = 0;
          let isLarge = false;
          for await (const piece of opened().scan) {
            await nextTurn();
            // Asked to go on behind the five thousandth.
            if (read > 5000 && !isLarge) {
              isLarge = true;
              large += 1;
              mostLarge = Math.max(mostLarge, large);
            }
            read += piece.length;
            yield piece;
          }
          large -= isLarge ? 1 : 0;
          reading -= 1;
        })(),
      };
    };
    const small = listings.page('bob', ORDER, open(10));
    const pages = await Promise.all(Array.from({ length: 8 }, () => listings.page('ann', ORDER, open(5600))));
    expect((await small).total).toBe(10);
    expect(pages.map(({ total }) => total)).toEqual(Array.from({ length: 8 }, () => 5600));
    expect([most, mostLarge]).toEqual([5, 1]);
  });
});
