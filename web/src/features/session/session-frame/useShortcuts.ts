import { useEffect, useEffectEvent } from 'react';

/** Takes shortcuts before the session gets the keys, except while a dialog is in front. */
export function useShortcuts<Shortcut>(
  shortcutOf: (event: KeyboardEvent) => Shortcut | undefined,
  onShortcut: (shortcut: Shortcut) => void,
): void {
  const read = useEffectEvent(shortcutOf);
  const run = useEffectEvent(onShortcut);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      const shortcut = isInDialog ? undefined : read(event);
      if (shortcut) {
        event.preventDefault();
        event.stopPropagation();
        run(shortcut);
      }
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
