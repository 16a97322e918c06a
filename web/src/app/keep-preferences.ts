import { savePreferences, type UserPreferences } from '@jadegate/contract/identity/user-preference';

import { call } from '../api/call.ts';
import { report } from '../api/failure.ts';
import { readUser, saveEarlyChoice, saveUser, takeEarlyChoice } from '../api/storage.ts';

let waiting: UserPreferences | undefined;
let isSaving = false;

/** Keeps a choice with the account of whoever is signed in; before that, until somebody is. */
export function keepPreferences(change: UserPreferences): void {
  const account = readUser();
  if (!account || account.owedStep !== null) {
    saveEarlyChoice(change);
    return;
  }
  // The browser knows it at once; a slider that is drawn along asks the server only as fast as it answers.
  saveUser({ ...account, preferences: { ...account.preferences, ...change } });
  waiting = { ...waiting, ...change };
  if (!isSaving) {
    void sendWaiting();
  }
}

/** What was chosen on the login page goes to the account that signed in there. Answers whether there was anything. */
export function keepEarlyChoice(): boolean {
  const early = takeEarlyChoice();
  if (early) {
    keepPreferences(early);
  }
  return early !== undefined;
}

async function sendWaiting(): Promise<void> {
  isSaving = true;
  try {
    while (waiting) {
      const body = waiting;
      waiting = undefined;
      await call(savePreferences, { body });
    }
  } catch (error) {
    report(error);
  } finally {
    isSaving = false;
  }
}
