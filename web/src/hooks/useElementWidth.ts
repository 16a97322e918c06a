import { useEffect, useRef, useState } from 'react';

/** How wide an element is drawn. Undefined before that is known, and while nobody sees it. */
export function useElementWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const element = ref.current;
    if (!element) {
      return undefined;
    }
    const watch = new ResizeObserver(() => setWidth(element.clientWidth || undefined));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { ref, width };
}
