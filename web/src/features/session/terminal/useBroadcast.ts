import { useCallback, useState } from 'react';

export type Broadcast = ReturnType<typeof useBroadcast>;

/** The panes that were chosen to receive the same keys. */
export function useBroadcast() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return {
    chosen,
    isChosen: (id: string) => chosen.includes(id),
    toggle: (id: string) =>
      setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id])),
    choose: setChosen,
    /** All of them, or none. */
    toggleAll: (ids: readonly string[]) =>
      setChosen((before) => (ids.every((id) => before.includes(id)) ? [] : ids)),
    /** A pane that begins again stays chosen. */
    rename: useCallback(
      (id: string, newId: string) =>
        setChosen((before) => before.map((other) => (other === id ? newId : other))),
      [],
    ),
  };
}
