import { posix } from 'node:path';

/** What anybody could put here is bounded: it all lies in memory. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_TREE_BYTES = 32 * 1024 * 1024;
const MAX_ENTRIES = 2000;

export interface TreeEntry {
  isFolder: boolean;
  bytes: Buffer;
  mode: number;
  /** Seconds. */
  changedAt: number;
  owner: string;
}

type TreeFault = 'not-found' | 'exists' | 'full' | 'not-empty' | 'denied';

export class TreeError extends Error {
  readonly fault: TreeFault;

  constructor(fault: TreeFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The files of one host, in memory. They are what they were again after each start. */
export class FileTree {
  readonly #entries = new Map<string, TreeEntry>();
  #bytes = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.#put('/', folderOf('root'));
    for (const [path, text] of Object.entries(files)) {
      this.#putParents(path, 'root');
      const owner = path.startsWith('/home/ops') ? 'ops' : 'root';
      if (path.endsWith('/')) {
        this.#put(posix.normalize(path).slice(0, -1), folderOf(owner));
      } else {
        this.#put(path, fileOf(Buffer.from(text), owner));
      }
    }
  }

  get(path: string): TreeEntry | undefined {
    return this.#entries.get(path);
  }

  need(path: string): TreeEntry {
    const entry = this.#entries.get(path);
    if (!entry) {
      throw new TreeError('not-found');
    }
    return entry;
  }

  /** What lies in a folder, by name. */
  list(path: string): { name: string; entry: TreeEntry }[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    return [...this.#entries]
      .filter(([one]) => one !== '/' && one.startsWith(prefix) && !one.slice(prefix.length).includes('/'))
      .map(([one, entry]) => ({ name: one.slice(prefix.length), entry }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  write(path: string, bytes: Buffer): void {
    const before = this.#writable(path);
    if (before?.isFolder) {
      throw new TreeError('denied');
    }
    const grown = bytes.length - (before?.bytes.length ?? 0);
    if (bytes.length > MAX_FILE_BYTES || this.#bytes + grown > MAX_TREE_BYTES) {
      throw new TreeError('full');
    }
    this.#put(path, fileOf(bytes, before?.owner ?? 'ops'));
  }

  makeFolder(path: string): void {
    if (this.#writable(path)) {
      throw new TreeError('exists');
    }
    this.#put(path, folderOf('ops'));
  }

  remove(path: string, isFolder: boolean): void {
    this.need(path);
    const entry = this.#writable(path);
    if (!entry || entry.isFolder !== isFolder) {
      throw new TreeError('denied');
    }
    if (isFolder && this.list(path).length > 0) {
      throw new TreeError('not-empty');
    }
    this.#bytes -= entry.bytes.length;
    this.#entries.delete(path);
  }

  rename(from: string, to: string): void {
    this.need(from);
    this.#writable(from);
    if (this.#writable(to)) {
      throw new TreeError('exists');
    }
    const moved = [...this.#entries].filter(([path]) => path === from || path.startsWith(`${from}/`));
    for (const [path, entry] of moved) {
      this.#entries.delete(path);
      this.#entries.set(to + path.slice(from.length), entry);
    }
  }

  /** Only the home folder and /tmp are the account's own, as on a machine that is well kept. */
  #writable(path: string): TreeEntry | undefined {
    if (!/^\/(?:home\/ops|tmp|data\/incoming)\/./.test(path)) {
      throw new TreeError('denied');
    }
    if (!this.need(posix.dirname(path)).isFolder) {
      throw new TreeError('not-found');
    }
    return this.#entries.get(path);
  }

  #putParents(path: string, owner: string): void {
    const parent = posix.dirname(path);
    if (parent !== '/' && !this.#entries.has(parent)) {
      this.#putParents(parent, owner);
      this.#put(parent, folderOf(parent.startsWith('/home/ops') ? 'ops' : owner));
    }
  }

  #put(path: string, entry: TreeEntry): void {
    const before = this.#entries.get(path);
    if (!before && this.#entries.size >= MAX_ENTRIES) {
      throw new TreeError('full');
    }
    this.#bytes += entry.bytes.length - (before?.bytes.length ?? 0);
    this.#entries.set(path, entry);
  }
}

const now = () => Math.floor(Date.now() / 1000);
const folderOf = (owner: string): TreeEntry => ({
  isFolder: true,
  bytes: Buffer.alloc(0),
  mode: 0o755,
  changedAt: now(),
  owner,
});
const fileOf = (bytes: Buffer, owner: string): TreeEntry => ({
  isFolder: false,
  bytes,
  mode: 0o644,
  changedAt: now(),
  owner,
});
