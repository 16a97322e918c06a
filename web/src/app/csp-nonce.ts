/**
 * The Content-Security-Policy lets only style elements with this response's nonce apply. Ant Design takes the nonce as
 * a setting, but a few of its parts (the scroll lock behind dialogs, the measuring of scroll bars, drawings with an
 * empty style in them) make style elements without it; so every one that our scripts make gets it at birth.
 */
const PLACEHOLDER = /^__\w+__$/;

/** The nonce of this response; none when the page does not come from our server, as in development. */
export function cspNonce(): string | undefined {
  const content = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  return content === '' || PLACEHOLDER.test(content) ? undefined : content;
}

export function stampStyleElements(nonce: string | undefined): void {
  if (nonce === undefined) {
    return;
  }
  const stamp = <Made extends Element>(element: Made): Made => {
    if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) {
      element.nonce = nonce;
    }
    return element;
  };
  // oxlint-disable typescript/no-deprecated -- only an overload for tag names of the past is deprecated
  const createElement = document.createElement.bind(document);
  const createElementNS = document.createElementNS.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) =>
    stamp(createElement(name, options));
  document.createElementNS = ((namespace: string | null, name: string, options?: ElementCreationOptions) =>
    stamp(createElementNS(namespace, name, options))) as typeof document.createElementNS;
  // oxlint-enable typescript/no-deprecated
}
