import { useLayoutEffect, useRef, type RefObject } from 'react';

import { earlyTyping, forgetEarlyTyping } from './early-typing.ts';

/** Goes on where somebody was in the form of the page: in the same field, at the same place, or with what they sent. */
export function useEarlyTyping(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const early = earlyTyping();
    forgetEarlyTyping();
    const input = early?.field === undefined ? null : form.current?.elements.namedItem(early.field);
    if (input instanceof HTMLInputElement) {
      input.focus();
      if (early?.cursor !== undefined && early.cursor !== null) {
        input.setSelectionRange(early.cursor, early.cursor);
      }
    }
    if (early?.isSent) {
      form.current?.requestSubmit();
    }
  }, []);
  return form;
}
