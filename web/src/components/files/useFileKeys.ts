import type { KeyboardEvent } from 'react';

interface FileKeys {
  onUp: () => void;
  onRename: (path: string) => void;
  onRemove: (path: string | undefined) => void;
  onSelectAll: () => void;
  /** Down from the last entry, or up from the first. */
  onEdge: (by: 1 | -1) => void;
}

/** The keys of a file browser, for whatever in it has the keyboard and is not written into. */
export function useFileKeys({ onUp, onRename, onRemove, onSelectAll, onEdge }: FileKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // Dialogs are its children for React, not on the page; fields have keys of their own.
    const isOurs = target instanceof HTMLElement && currentTarget.contains(target) && !isWritten(target);
    if (!isOurs) {
      return;
    }
    const path = target.dataset['path'];
    const hasModifier = event.ctrlKey || event.metaKey;
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => moveFocus(currentTarget, target, 1) || onEdge(1),
      ArrowUp: event.altKey ? onUp : () => moveFocus(currentTarget, target, -1) || onEdge(-1),
      Home: () => moveFocus(currentTarget, target, Number.NEGATIVE_INFINITY),
      End: () => moveFocus(currentTarget, target, Number.POSITIVE_INFINITY),
      Backspace: onUp,
      F2: path === undefined ? undefined : () => onRename(path),
      Delete: () => onRemove(path),
    };
    const act = hasModifier ? (key.toLowerCase() === 'a' ? onSelectAll : undefined) : acts[key];
    if (act) {
      event.preventDefault();
      act();
    }
  };
}

function isWritten(element: HTMLElement): boolean {
  return element.matches('textarea, [contenteditable], input:not([type=checkbox])');
}

function rowsIn(browser: HTMLElement): HTMLElement[] {
  return [...browser.querySelectorAll<HTMLElement>('button[data-path]')];
}

/** False where there is no entry further on. */
function moveFocus(browser: HTMLElement, from: HTMLElement, by: number): boolean {
  const rows = rowsIn(browser);
  const own = from.closest('tr')?.querySelector<HTMLElement>('button[data-path]') ?? from;
  const at = rows.indexOf(own);
  const to = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
  rows[to]?.focus();
  return to !== at;
}

/** Gives the keyboard to one entry, or to the first, or the last. */
export function focusEntry(browser: HTMLElement, path: string | undefined, isLast = false): void {
  const rows = rowsIn(browser);
  (rows.find(({ dataset }) => dataset['path'] === path) ?? rows.at(isLast ? -1 : 0))?.focus();
}
