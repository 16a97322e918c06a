const BY_NPM = 'npx jadegate';

/**
 * As whoever reads it can type it: a bundle has no npx, and npx without our package beside it asks a registry for one of
 * that name. The launchers of bundles and packages say how they were called.
 */
export function asCalled(text: string): string {
  // oxlint-disable-next-line no-restricted-properties -- said before settings can be read, and about them
  return text.replaceAll(BY_NPM, process.env['JADEGATE_COMMAND'] ?? BY_NPM);
}

/** What a command answers. What it tells beside that goes to the other stream, so that programs can read this one. */
export function print(line: string): void {
  process.stdout.write(`${asCalled(line)}\n`);
}

/** What strangers typed, for a terminal: nothing in it moves the cursor, begins a line or turns the writing around. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

export function tell(line: string): void {
  process.stderr.write(`${asCalled(line)}\n`);
}
