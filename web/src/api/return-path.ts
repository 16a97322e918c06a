/**
 * Where to go after signing in. The path travels in the address of the login page, so anybody can put anything there:
 * only paths of this origin are followed (SEC-30), and never the login page itself.
 */
const LOGIN_PATH = '/login';
const RETURN_KEY = 'from';

/** The address of the login page that leads back to where the person is now. */
export function loginPath(location: Location = window.location): string {
  const here = location.pathname + location.search;
  const back = safePath(here, location.origin);
  // What the fragment holds is not for a query, which servers see: it goes along as the fragment it is.
  return back === undefined || back === '/'
    ? LOGIN_PATH
    : `${LOGIN_PATH}?${new URLSearchParams({ [RETURN_KEY]: back }).toString()}${location.hash}`;
}

/** The path to go back to, taken from the login page's query. */
export function returnPath(search: string, origin: string = window.location.origin): string {
  return safePath(new URLSearchParams(search).get(RETURN_KEY) ?? '/', origin) ?? '/';
}

function safePath(path: string, origin: string): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, origin)) {
    return undefined;
  }
  // The parser resolves `//host`, `/\host` and `/../`, so what is compared is what a browser would open.
  const url = new URL(path, origin);
  const isLogin = url.pathname === LOGIN_PATH || url.pathname.startsWith(`${LOGIN_PATH}/`);
  const plain = url.pathname + url.search + url.hash;
  // What it made of `/.//host` begins with two slashes, and whoever opens that is led to another host.
  const isHere = url.origin === origin && !plain.startsWith('//');
  return isHere && !isLogin ? plain : undefined;
}
