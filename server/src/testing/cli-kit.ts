import { afterEach, beforeEach, vi } from 'vitest';

/** Runs commands of the operator in this process: `text` is what they printed since the test began. */
export function usePrinted(): { readonly text: string; clear: () => void } {
  const printed = { text: '', clear: () => void (printed.text = '') };
  beforeEach(() => {
    printed.clear();
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        printed.text += String(text);
        return true;
      });
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return printed;
}
