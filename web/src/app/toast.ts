/**
 * Where failures become toasts. The toaster belongs to Ant Design and comes with the first shell; a failure before
 * that waits for it.
 */
type Toaster = (message: string) => void;

export const TOAST_SECONDS = 3;

let toaster: Toaster | undefined;
let waiting: string | undefined;

export function toast(message: string): void {
  if (toaster) {
    toaster(message);
  } else {
    waiting = message;
  }
}

/** Gives toasts a place to appear. Answers how to take it away again. */
export function mountToaster(mounted: Toaster): () => void {
  toaster = mounted;
  if (waiting !== undefined) {
    mounted(waiting);
    waiting = undefined;
  }
  return () => {
    toaster = undefined;
  };
}
