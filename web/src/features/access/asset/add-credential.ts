import { createContext } from 'react';

/** Opens the form of a new credential over the one that asks, and answers the id of what was made. */
export type AddCredential = (onMade: (id: string) => void) => void;

/** The app provides it, because features do not know each other; undefined where nobody does. */
export const AddCredentialContext = createContext<AddCredential | undefined>(undefined);
