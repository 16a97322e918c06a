/** What a person does in a shell, and the commands they would say they ran. */
export interface Plan {
  name: string;
  cols?: number;
  rows?: number;
  /** Settings of the shell. */
  rc?: string;
  /** Text is typed key by key, each after the echo of the one before; a burst goes at once. */
  steps: (string | { burst: string; wait?: number })[];
  expect: string[];
}

export const UP = '\u001B[A';
export const DOWN = '\u001B[B';
export const RIGHT = '\u001B[C';
export const LEFT = '\u001B[D';
export const ALT = '\u001B';
export const ctrl = (letter: string) => String.fromCharCode(letter.toUpperCase().charCodeAt(0) - 64);
export const pasted = (text: string) => ({ burst: `\u001B[200~${text}\u001B[201~` });
export const SECRETS = ['hunter2-secret', 'hush-hush', 'invisible-word'];

/** There are files to complete and a command that a filter may deny. */
export const HOME_FILES: Readonly<Record<string, string>> = {
  'bin/destroy-lab': '#!/bin/sh\necho destroyed "$@"\n',
  'bin/askpass-lab': `#!/bin/sh
stty -echo; printf 'Password: '; read -r word; stty echo; printf '\\nlength %s\\n' "\${#word}"
`,
  'notes-one.txt': '',
  'notes-two.txt': '',
  'notes-three.txt': '',
  'only.log': '',
  '\u7389\u9580.txt': '',
};

// oxlint-disable-next-line no-control-regex -- keys that are not letters begin with one
const KEY = /\u001B(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z]|[^])|[^]/gu;

export function keysOf(text: string): string[] {
  return Array.from(text.matchAll(KEY), ([key]) => key);
}
