import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

import type { NextTerminalFolder } from '@jadegate/contract/operations/next-terminal-import';

const MOST_FILES = 50;
const MOST_LOOKED_AT = 1000;
/** What its databases and backups are called. */
const OFFERED = /\.(db|sqlite3?|json)$/i;
/** As the old product names them in its data directory. */
const PARTS = { recordings: 'recording', files: 'drive' } as const;

/**
 * The one folder of the server that the page reads from: the data directory of the old installation, or a copy of it.
 * Which one that is says whoever runs the server; nobody says a path by the console.
 */
export class ImportFolder {
  readonly path: string;

  constructor(place: string) {
    this.path = place;
  }

  get recordings(): string {
    return path.join(this.path, PARTS.recordings);
  }

  get files(): string {
    return path.join(this.path, PARTS.files);
  }

  /** Of a plain name; what is no file of this folder is refused when it is opened. */
  fileOf(name: string): string {
    return path.join(this.path, path.basename(name));
  }

  async look(): Promise<NextTerminalFolder> {
    const files: NextTerminalFolder['files'] = [];
    let lookedAt = 0;
    const folder = await opendir(this.path).catch(() => undefined);
    for await (const entry of folder ?? []) {
      lookedAt += 1;
      if (entry.isFile() && OFFERED.test(entry.name) && files.length < MOST_FILES) {
        const { size = 0 } = (await lstat(this.fileOf(entry.name)).catch(() => undefined)) ?? {};
        files.push({ name: entry.name, bytes: size });
      }
      if (lookedAt >= MOST_LOOKED_AT) {
        break;
      }
    }
    const [hasRecordings, hasFiles] = await Promise.all([this.recordings, this.files].map(isFolder));
    return {
      path: this.path,
      files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      hasRecordings: hasRecordings === true,
      hasFiles: hasFiles === true,
    };
  }
}

async function isFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => undefined))?.isDirectory() === true;
}
