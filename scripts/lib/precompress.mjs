import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set([
  '.js',
  '.css',
  '.html',
  '.svg',
  '.json',
  '.txt',
  '.map',
  '.webmanifest',
  '.ico',
]);
/** Below this a compressed answer saves nothing. */
const SMALLEST_BYTES = 1024;

/** What a start waits for, and what a release is worth: a fifteenth smaller, for a hundred times the work. */
const QUICK = 7;
export const BEST = 11;
/** What the login waits for: worth it always. */
const IS_FIRST = /[\\/](?:first|index)-[^\\/]*$/;

/** Writes X.gz and X.br beside each file worth it, so that the server never compresses while somebody waits. */
export async function precompress(folder, quality = QUICK) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name), quality)));
}

async function compress(path, wanted) {
  const quality = IS_FIRST.test(path) ? BEST : wanted;
  const content = await readFile(path);
  if (content.length < SMALLEST_BYTES) {
    return;
  }
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
  await writeFile(
    `${path}.br`,
    await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  );
}
