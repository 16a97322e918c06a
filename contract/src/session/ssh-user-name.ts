/** What the user name of somebody's SSH client means: who they are, and where they want to go. */
export interface SshUserName {
  person: string;
  /** The account on the asset; absent for the asset's own. */
  account?: string;
  /** Name, handle or address; absent where the menu is wanted. */
  asset?: string;
}

/** `@` is ours. The others are what people bring along from other products; scp and rsync take a `:` for their own. */
const SEPARATORS = ['@', ':', '#'];
/** Nobody's name has more of them, and each is a question to the database. */
const MOST_SEPARATORS = 16;
const LONGEST = 1000;

/** What needs no quoting in any shell and holds none of the separators. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const HANDLE_LENGTH = 10;
const HANDLE = /^[0-9a-f]{10}$/;

/** A short name of an asset that stays when it is renamed: the random end of its id. */
export function sshHandle(assetId: string): string {
  return assetId.slice(-HANDLE_LENGTH);
}

export function isSshHandle(text: string): boolean {
  return HANDLE.test(text);
}

/**
 * What stands for an asset in a command: its name, or its handle where the name has blanks, Han or a separator, or could be the
 * handle of another.
 */
export function sshAssetName({ id, name }: { id: string; name: string }): string {
  return PLAIN_NAME.test(name) && !isSshHandle(name) ? name : sshHandle(id);
}

export function printSshUserName({ person, account, asset }: SshUserName): string {
  return [person, asset === undefined ? undefined : account, asset]
    .filter((part) => part !== undefined)
    .join('@');
}

/**
 * Every way to read a user name, the one with the longest name of a person first. Names of people may hold an `@`, so
 * only who knows the people can tell; each name leaves one way to read the rest.
 */
export function readSshUserName(text: string): SshUserName[] {
  if (text === '' || text.length > LONGEST) {
    return [];
  }
  const ends = separatorsOf(text);
  if (ends.length > MOST_SEPARATORS) {
    return [];
  }
  return [text.length, ...ends.toReversed()].filter((end) => end > 0).map((end) => readFrom(text, end));
}

/** The reading that counts, and those that might have been meant as well. Undefined where nobody has such a name. */
export function chooseReading(
  readings: readonly SshUserName[],
  isPerson: (name: string) => boolean,
): { chosen: SshUserName; others: SshUserName[] } | undefined {
  const [chosen, ...others] = readings.filter(({ person }) => isPerson(person));
  return chosen && { chosen, others };
}

function separatorsOf(text: string): number[] {
  return text.split('').flatMap((character, at) => (SEPARATORS.includes(character) ? [at] : []));
}

function readFrom(text: string, end: number): SshUserName {
  const person = text.slice(0, end);
  const rest = text.slice(end + 1);
  if (rest === '') {
    return { person };
  }
  const last = rest.lastIndexOf(text[end] ?? '');
  const [account, asset] = last < 0 ? ['', rest] : [rest.slice(0, last), rest.slice(last + 1)];
  return { person, ...(account !== '' && { account }), ...(asset !== '' && { asset }) };
}
