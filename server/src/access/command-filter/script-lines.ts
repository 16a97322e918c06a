/**
 * The commands of a script, line by line as a terminal would be given them: a line that ends with a backslash goes on in
 * the next one. Blank lines and comments are none. A comment ends with its line, whatever its last letter is; where one may
 * have begun, what follows is taken both ways.
 */
export function scriptLines(script: string): string[] {
  const lines: string[] = [];
  let begun = '';
  for (const line of script.split('\n')) {
    const whole = begun + line;
    if (begun.includes('#')) {
      lines.push(line.replace(/\\$/, '').trim());
    }
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
