/** What somebody typed into the login form of the page (`public/early.js`) before the console was there. */
interface EarlyTyping {
  values: { username: string; password: string; remember: boolean };
  /** The field with the cursor, and where the cursor is. */
  field: string | undefined;
  cursor: number | null;
  /** Enter was pressed already. */
  isSent: boolean;
}

let kept: EarlyTyping | undefined;

const earlyForm = (container: HTMLElement) => container.querySelector('form');

/** Calls back when nobody is in the middle of composing a character in the early form: that cannot be handed over. */
export function whenComposed(container: HTMLElement, work: () => void): void {
  const form = earlyForm(container);
  if (form?.dataset['composing'] === undefined) {
    work();
  } else {
    form.addEventListener('compositionend', () => work(), { once: true });
  }
}

/** Keeps what was typed, for the form that takes its place. */
export function keepEarlyTyping(container: HTMLElement): void {
  const form = earlyForm(container);
  if (!form) {
    return;
  }
  const data = new FormData(form);
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const focused = document.activeElement;
  const input = focused instanceof HTMLInputElement && form.contains(focused) ? focused : undefined;
  kept = {
    values: { username: text('username'), password: text('password'), remember: data.has('remember') },
    field: input?.name,
    cursor: input?.type === 'checkbox' ? null : (input?.selectionStart ?? null),
    isSent: form.dataset['sent'] !== undefined,
  };
}

export function earlyTyping(): EarlyTyping | undefined {
  return kept;
}

/** It was handed over, and belongs to nobody else. */
export function forgetEarlyTyping(): void {
  kept = undefined;
}
