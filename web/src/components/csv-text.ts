/** A cell that begins like a formula would be run by a spreadsheet program; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** A CSV file that spreadsheet programs see as UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell) => cell.replace(FORMULA, "'$&"))
      .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(',');
  return `\uFEFF${rows.map((row) => `${line(row)}\r\n`).join('')}`;
}
