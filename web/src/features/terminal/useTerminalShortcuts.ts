import { useEffect, useEffectEvent } from 'react';

import { shortcutOf, type Shortcut } from './terminal-shortcuts.ts';

/** Hears shortcuts before the terminal does, except while a dialog is in front. */
export function useTerminalShortcuts(onShortcut: (shortcut: Shortcut) => void): void {
  const run = useEffectEvent(onShortcut);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      const shortcut = isInDialog ? undefined : shortcutOf(event);
      if (shortcut) {
        event.preventDefault();
        event.stopPropagation();
        run(shortcut);
      }
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}
