import { useEffect, useEffectEvent } from 'react';

const EDITABLE = 'input:not([type="range"]), textarea, select, [contenteditable="true"]';
const OVERLAY = '[role="dialog"]';

/** True when the key belongs to a text being typed or to a dialog in front of the page. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  return target instanceof Element && (target.closest(EDITABLE) !== null || target.closest(OVERLAY) !== null);
}

/** Runs when a plain key is pressed anywhere on the page, except while typing. Without a key it listens to none. */
export function useHotkey(key: string | undefined, onPress: () => void): void {
  const press = useEffectEvent(onPress);

  useEffect(() => {
    if (key === undefined) {
      return undefined;
    }
    const handleKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key === key && isPlain && !isTaken(event)) {
        event.preventDefault();
        press();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [key]);
}
