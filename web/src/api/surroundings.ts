import type { Language } from '@jadegate/contract/language';

import type { LocalFailure } from './api-error.ts';

/**
 * What the API layer needs from the console around it: words, toasts, page changes and proofs. It knows neither React nor
 * Ant Design, so the app hands these in at start (`app/surroundings.ts`), and tests hand in their own.
 */
interface Surroundings {
  /** The language answers should come in. */
  language(): Language;
  /** The sentence for a failure that came without one. `status` is the HTTP status, where there was an answer. */
  sentence(failure: LocalFailure, status?: number): string;
  /** Shows a toast for three seconds. */
  notify(message: string): void;
  /** Goes to a page of the console, replacing the current one. */
  navigate(path: string): void;
  /** Asks the person to prove again who they are. False when they would not, or nobody could be asked. */
  prove(): Promise<boolean>;
}

let surroundings: Surroundings = {
  language: () => 'zh-TW',
  sentence: (failure) => failure,
  notify: () => {},
  navigate: () => {},
  prove: async () => false,
};

export function setSurroundings(given: Surroundings): void {
  surroundings = given;
}

export function around(): Surroundings {
  return surroundings;
}
