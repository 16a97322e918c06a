import { useCallback, useState } from 'react';
import type * as z from 'zod';

function read<Value>(key: string, schema: z.ZodType<Value>, fallback: Value): Value {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : fallback;
  } catch {
    // Not JSON, or storage is switched off: the choice is simply not remembered.
    return fallback;
  }
}

/** State that survives a reload, in local storage as JSON. What another version left there is checked first. */
export function useStoredState<Value>(key: string, schema: z.ZodType<Value>, fallback: Value) {
  const [value, setValue] = useState(() => read(key, schema, fallback));

  const store = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or switched off: it holds until the page is left.
      }
    },
    [key],
  );

  return [value, store] as const;
}
