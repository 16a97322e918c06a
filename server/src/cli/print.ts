/** What a command answers. What it tells beside that goes to the other stream, so that programs can read this one. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
