import { useCallback, useEffect, useState } from 'react';

interface VisibleIds {
  visible: readonly string[];
  /** To be called with each element in an effect of its own; answers how to stop. */
  watch: (id: string, element: Element) => () => void;
}

/** Which elements are in sight, by the ids they were given. */
export function useVisibleIds(): VisibleIds {
  const [visible, setVisible] = useState<readonly string[]>([]);
  const [watcher] = useState(() => new Watcher(setVisible));
  useEffect(() => () => watcher.stop(), [watcher]);
  const watch = useCallback((id: string, element: Element) => watcher.watch(id, element), [watcher]);
  return { visible, watch };
}

/** A little beyond the window, so that what is scrolled to is there already. */
const MARGIN = '200px';

class Watcher {
  readonly #ids = new Map<Element, string>();
  readonly #visible = new Set<string>();
  readonly #onChange: (visible: readonly string[]) => void;
  #observer: IntersectionObserver | undefined;

  constructor(onChange: (visible: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  watch(id: string, element: Element): () => void {
    this.#observer ??= new IntersectionObserver((entries) => this.#onIntersection(entries), {
      rootMargin: MARGIN,
    });
    this.#ids.set(element, id);
    this.#observer.observe(element);
    return () => {
      this.#observer?.unobserve(element);
      this.#ids.delete(element);
      if (this.#visible.delete(id)) {
        this.#publish();
      }
    };
  }

  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  #onIntersection(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const id = this.#ids.get(target);
      if (id !== undefined) {
        this.#visible[isIntersecting ? 'add' : 'delete'](id);
      }
    }
    this.#publish();
  }

  #publish(): void {
    this.#onChange([...this.#visible].toSorted());
  }
}
