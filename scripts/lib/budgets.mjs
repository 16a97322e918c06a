// How much JavaScript a person downloads before a page shows, from the manifest that the console's build leaves.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ENTRY = 'index.html';

/** Pages whose code is loaded together, and what it may weigh. A kB is 1000 bytes. */
export const budgets = [
  // It comes with the start of the console, in one file (web/vite.config.ts).
  { name: 'login page', pages: [], maxBytes: 250_000 },
  {
    name: 'admin shell',
    pages: ['src/app/AdminShell.tsx', 'src/features/access/credential/CredentialListPage.tsx'],
    maxBytes: 450_000,
  },
];

/** The JavaScript files that these manifest entries need, with all they import statically. */
export function filesOf(manifest, keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) {
      return;
    }
    if (!manifest[key]) {
      throw new Error(
        `the build's manifest has no entry ${key}: was the page moved? (scripts/lib/budgets.mjs)`,
      );
    }
    seen.add(key);
    manifest[key].imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...new Set([...seen].map((key) => manifest[key].file))].filter((file) => file.endsWith('.js'));
}

/** Answers [{ name, bytes, maxBytes, ok, largest }] for the console built in `folder`. */
export async function measureBudgets(folder) {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  return await Promise.all(
    budgets.map(async ({ name, pages, maxBytes }) => {
      const files = await Promise.all(
        filesOf(manifest, [ENTRY, ...pages]).map(async (file) => ({
          file,
          bytes: gzipSync(await readFile(join(folder, file)), { level: 9 }).length,
        })),
      );
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const largest = files.sort((a, b) => b.bytes - a.bytes).slice(0, 8);
      return { name, bytes, maxBytes, ok: bytes <= maxBytes, largest };
    }),
  );
}

const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** One line; for a page that is too heavy, also what weighs most. */
export function describeBudget({ name, bytes, maxBytes, ok, largest }) {
  const line = `${ok ? '✓' : '✗'} ${name}: ${inKb(bytes)} of JavaScript (gzip), at most ${inKb(maxBytes)}`;
  return ok
    ? line
    : [line, ...largest.map((file) => `    ${inKb(file.bytes).padStart(9)}  ${file.file}`)].join('\n');
}
