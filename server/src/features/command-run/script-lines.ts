/**
 * The commands of a script, line by line as a terminal would be given them: a line that ends with a backslash goes on in
 * the next one. Blank lines and comments are none.
 */
export function scriptLines(script: string): string[] {
  const lines: string[] = [];
  let begun = '';
  for (const line of script.split('\n')) {
    const whole = begun + line;
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(whole)) {
      begun = whole.slice(0, -1);
    } else {
      begun = '';
      lines.push(whole.trim());
    }
  }
  lines.push(begun.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}
