/** A cell that begins like a formula would be run by a spreadsheet program; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of RFC 4180, ended with CR LF. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : cell.replace(FORMULA, "'$&");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}
