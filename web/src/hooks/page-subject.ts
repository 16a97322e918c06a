import { createContext, useContext, useEffect } from 'react';

/** Tells the frame of the page what the page is about. */
export const PageSubject = createContext<(subject: string) => void>(() => undefined);

/** Names the tab of the browser after what the page shows, such as a host. Empty: the name of the page stands there. */
export function usePageSubject(subject: string): void {
  const tell = useContext(PageSubject);
  useEffect(() => {
    tell(subject);
    return () => tell('');
  }, [tell, subject]);
}
