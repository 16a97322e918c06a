const PATH = '/share-session';

/** The token stands in the fragment, which a browser sends to no server. The link is passed on, so it begins with the public address. */
export function shareLink(token: string, origin: string = window.location.origin): string {
  return `${origin}${PATH}#${token}`;
}

export function tokenOf(hash: string): string | undefined {
  const token = hash.replace(/^#/, '');
  return /^[\w-]{1,200}$/.test(token) ? token : undefined;
}
