/**
 * A browser turns every line ending of a form into CRLF. A text that came in one gets back those the file had, or LF
 * when it is new or mixed.
 */
export function withLineEndingsOf(before: Buffer, text: string): string {
  const unix = text.replaceAll('\r\n', '\n');
  const lines = before.toString('latin1').split('\n');
  const breaks = lines.slice(0, -1);
  return breaks.length > 0 && breaks.every((line) => line.endsWith('\r'))
    ? unix.replaceAll('\n', '\r\n')
    : unix;
}
