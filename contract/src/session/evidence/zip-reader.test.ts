import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { utf8Of } from './evidence-crypto.ts';
import { sourceOfBytes, zipOf, type WrittenEntry } from './harm.builders.ts';
import { ARCHIVE_LIMITS, UnsafeArchive, ZipReader } from './zip-reader.ts';

const bytes = utf8Of('what is in it');
const good: WrittenEntry = { path: 'a/b.txt', bytes };
const inflated: number[] = [];
const open = (archive: Uint8Array) =>
  ZipReader.open(
    sourceOfBytes(archive, async (_packed, size) => {
      inflated.push(size);
      return new Uint8Array(size);
    }),
  );

describe('an archive of evidence', () => {
  it('is read as it was written', async () => {
    const zip = await open(zipOf([good, { path: 'c', bytes: new Uint8Array() }]));
    expect(zip.paths).toEqual(['a/b.txt', 'c']);
    expect(await zip.read('a/b.txt')).toEqual(bytes);
    expect(await zip.read('none')).toBeUndefined();
  });

  it.each<[string, WrittenEntry[]]>([
    ['leads out of its folder', [{ path: '../b', bytes }]],
    ['leads out of it in the middle', [{ path: 'a/../../b', bytes }]],
    ['is absolute', [{ path: '/etc/passwd', bytes }]],
    ['has a drive', [{ path: 'C:/b', bytes }]],
    ['has a backslash', [{ path: 'a\\b', bytes }]],
    ['is hidden', [{ path: '.ssh', bytes }]],
    ['has a line break', [{ path: 'a\nb', bytes }]],
    ['is long', [{ path: 'a'.repeat(ARCHIVE_LIMITS.pathLength + 1), bytes }]],
    ['is there twice', [good, good]],
    ['lies in another', [good, { path: 'b', bytes, claims: { at: 5 } }]],
    ['lies behind the end', [{ path: 'b', bytes, claims: { at: 4_000_000 } }]],
    ['is larger than anything of ours', [{ path: 'b', bytes, claims: { bytes: 3_000_000_000, method: 8 } }]],
    ['takes more than there is', [{ path: 'b', bytes, claims: { packedBytes: 4000, bytes: 4000 } }]],
    ['has two sizes', [{ path: 'b', bytes, claims: { bytes: 1 } }]],
    ['is encrypted', [{ path: 'b', bytes, claims: { flags: 1 } }]],
    ['is packed in another way', [{ path: 'b', bytes, claims: { method: 12 } }]],
  ])('is refused where an entry %s', async (_what, entries) => {
    await expect(open(zipOf(entries))).rejects.toThrow(UnsafeArchive);
  });

  it('never makes anything but a refusal or an archive of what anybody may send', async () => {
    const archive = zipOf([good, { path: 'c.seg', bytes, claims: { method: 8 } }]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(archive.length - 1),
        fc.nat(255),
        fc.nat(archive.length),
        async (at, value, cut) => {
          const changed = Uint8Array.from(archive).subarray(0, cut % 7 === 0 ? cut : archive.length);
          changed[at] = value;
          const said = await open(changed)
            .then((zip) => Promise.all(zip.paths.map((path) => zip.read(path))))
            .catch((error: unknown) => error);
          expect(Array.isArray(said) || said instanceof UnsafeArchive).toBe(true);
          expect(Math.max(0, ...inflated.splice(0))).toBeLessThanOrEqual(ARCHIVE_LIMITS.entryBytes);
        },
      ),
      { numRuns: 500 },
    );
  });
});
