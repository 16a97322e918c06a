/**
 * Without a GPU, xterm colours its letters with `setAttribute('style', …)`, which the Content-Security-Policy takes for a
 * style of the page and refuses. The same through the element's own style is allowed, since only scripts can do it.
 */
export function allowStyleAttributes(): void {
  const { prototype } = HTMLSpanElement;
  if (Object.hasOwn(prototype, 'setAttribute')) {
    return;
  }
  prototype.setAttribute = function setAttribute(this: HTMLSpanElement, name: string, value: string) {
    if (name === 'style') {
      this.style.cssText = value;
    } else {
      Element.prototype.setAttribute.call(this, name, value);
    }
  };
}
