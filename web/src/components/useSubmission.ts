import { useState } from 'react';

import { readFailure } from './failure.ts';

/** Sends what a dialog asks for: one at a time, and with the reason when it was refused. */
export function useSubmission(onDone: () => void) {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (send: () => Promise<unknown>): Promise<void> => {
    if (isRunning) {
      return;
    }
    setIsRunning(true);
    setFailure(undefined);
    try {
      await send();
      onDone();
    } catch (error) {
      setFailure(readFailure(error).message);
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, failure, submit, forgetFailure: () => setFailure(undefined) };
}
