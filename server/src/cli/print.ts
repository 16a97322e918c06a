/** What a command answers. What it tells beside that goes to the other stream, so that programs can read this one. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What strangers typed, for a terminal: nothing in it moves the cursor, begins a line or turns the writing around. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
