import type { Entry } from 'ldapts';

/** One entry of a directory. Names of attributes are the same in any case. */
export interface LdapEntry {
  dn: string;
  attributes: ReadonlyMap<string, readonly (string | Buffer)[]>;
  /** How the directory writes their names, for people to read. */
  names: ReadonlyMap<string, string>;
}

/** As a text: a value that is none is shown by its bytes. */
export function readEntry({ dn, ...rest }: Entry): LdapEntry {
  const attributes = new Map<string, readonly (string | Buffer)[]>();
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(rest)) {
    attributes.set(name.toLowerCase(), [value].flat());
    names.set(name.toLowerCase(), name);
  }
  return { dn, attributes, names };
}

export function textsOf({ attributes }: LdapEntry, name: string): string[] {
  return (attributes.get(name.toLowerCase()) ?? []).filter((value) => typeof value === 'string');
}

/** The first, trimmed; empty where there is none. */
export function textOf(entry: LdapEntry, name: string): string {
  return textsOf(entry, name)[0]?.trim() ?? '';
}

/** What stays the same when somebody is renamed or moved: a GUID as it is written, or a text. */
export function idOf({ attributes }: LdapEntry, name: string): string {
  const [value = ''] = attributes.get(name.toLowerCase()) ?? [];
  return typeof value === 'string' ? value.trim().toLowerCase() : guidOf(value);
}

/** How an id is asked for. */
export function idValue(id: string, isBinary: boolean): string | Buffer {
  return isBinary ? bytesOfGuid(id) : id;
}

/** Active Directory keeps the first three parts of a GUID with their bytes turned round. */
const GUID_ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

function guidOf(bytes: Buffer): string {
  if (bytes.length !== GUID_ORDER.length) {
    return bytes.toString('hex');
  }
  const hex = Buffer.from(GUID_ORDER.map((at) => bytes[at] ?? 0)).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function bytesOfGuid(guid: string): Buffer {
  const bytes = Buffer.from(guid.replaceAll('-', ''), 'hex');
  return bytes.length === GUID_ORDER.length ? Buffer.from(GUID_ORDER.map((at) => bytes[at] ?? 0)) : bytes;
}

/** What nobody needs to read, and may be worth something. */
const HIDDEN = /password|pwd(?!accountlockedtime|lastset)|hash|secret|credential|principalkey|otpkey/i;
const LONGEST_VALUE = 500;
const MOST_VALUES = 200;

/** For people to read: what came, by attribute, bounded, and without what looks like a password. */
export function shownEntry({ dn, attributes, names }: LdapEntry): Record<string, string | string[]> {
  const shown: Record<string, string | string[]> = { dn };
  for (const [name, values] of attributes) {
    const texts = values
      .slice(0, MOST_VALUES)
      .map((value) => (typeof value === 'string' ? value : guidOf(value)).slice(0, LONGEST_VALUE));
    if (!HIDDEN.test(name) && texts.length > 0) {
      shown[names.get(name) ?? name] = texts.length === 1 ? (texts[0] ?? '') : texts;
    }
  }
  return shown;
}
