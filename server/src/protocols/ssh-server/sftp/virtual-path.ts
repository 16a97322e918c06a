const SLASH = 0x2f;

/** A path at a door that has many roots: in which of them, and where there. */
export interface VirtualPath {
  /** Empty for the top itself. */
  root: string;
  /** Absolute, in the root. */
  path: Buffer;
}

/** `.` and `..` are resolved by their text: only a root knows its links, and none knows of the others. */
export function virtualPath(bytes: Buffer): VirtualPath {
  const names: string[] = [];
  for (const name of bytes.toString('latin1').split('/')) {
    if (name === '..') {
      names.pop();
    } else if (name !== '' && name !== '.') {
      names.push(name);
    }
  }
  const [root = '', ...rest] = names;
  return {
    root: Buffer.from(root, 'latin1').toString(),
    path: Buffer.from(`/${rest.join('/')}`, 'latin1'),
  };
}

/** What a root calls so, as it is called from the top. */
export function fromTop(root: string, path: Buffer): Buffer {
  const isTop = path.length === 0 || (path.length === 1 && path[0] === SLASH);
  return Buffer.concat([Buffer.from(`/${root}`), isTop ? Buffer.alloc(0) : path]);
}
