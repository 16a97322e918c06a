/** The host that somebody came to, without its port, which is that of the console. Empty where it cannot be read. */
export function hostIn(header = ''): string {
  const url = `http://${header}`;
  return URL.canParse(url) ? new URL(url).hostname.replaceAll(/^\[|\]$/g, '') : '';
}
