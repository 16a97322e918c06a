import { useEffect } from 'react';

import { useBranding } from '../hooks/branding.ts';

/** U+FF5C, as the product family writes it. */
const SEPARATOR = '｜';

function documentTitle(label: string, brand: string): string {
  return `${label}${SEPARATOR}${brand}`;
}

export function useDocumentTitle(label: string): void {
  const { name } = useBranding();
  useEffect(() => {
    document.title = documentTitle(label, name);
  }, [label, name]);
}
