export type ClipboardWay = 'copy' | 'paste';

export interface ClipboardGuard {
  /** The clipboard is used: answers whether it may, and tells the person when not, unless nobody asked for it. */
  mayUseClipboard: (way: ClipboardWay, how?: 'quietly') => boolean;
  /** Several lines are about to be pasted: answers whether they may. */
  confirmPaste: (text: string) => Promise<boolean>;
  paste: (text: string) => void;
}

/**
 * Stands between the clipboard and a terminal that was opened in the element: a shell runs each line at once, so nobody
 * pastes several unseen. Every way in and out of a page counts: keys, menus, the middle button, and dragging.
 */
export function guardClipboard(element: HTMLElement, guard: ClipboardGuard, signal: AbortSignal): void {
  const { mayUseClipboard, confirmPaste, paste } = guard;
  const options = { capture: true, signal };
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (event: Event) => {
    if (!mayUseClipboard('copy')) {
      stop(event);
    }
  };
  const enter = (event: Event, text: string) => {
    stop(event);
    if (!mayUseClipboard('paste') || text === '') {
      return;
    }
    if (/[\r\n]/.test(text.trimEnd())) {
      void confirmPaste(text).then((isFine) => isFine && paste(text));
    } else {
      paste(text);
    }
  };
  // Cutting takes text out as well: the field behind the letters holds the selection while a menu is open.
  for (const name of ['copy', 'cut', 'dragstart'] as const) {
    element.addEventListener(name, leave, options);
  }
  element.addEventListener(
    'paste',
    (event) => enter(event, event.clipboardData?.getData('text/plain') ?? ''),
    options,
  );
  // Without this a file that is dropped here would open in place of the terminals.
  element.addEventListener('dragover', (event) => event.preventDefault(), options);
  element.addEventListener(
    'drop',
    (event) => enter(event, event.dataTransfer?.getData('text/plain') ?? ''),
    options,
  );
  guardSelection(element, guard);
}

/**
 * The terminal selects its text in the field behind it, where systems with a second clipboard take it from without any
 * event: what is marked can be put in elsewhere with the middle button.
 */
function guardSelection(element: HTMLElement, { mayUseClipboard }: ClipboardGuard): void {
  const field = element.querySelector('textarea');
  if (field) {
    field.select = () => {
      if (mayUseClipboard('copy', 'quietly')) {
        HTMLTextAreaElement.prototype.select.call(field);
      } else {
        field.value = '';
      }
    };
  }
}
