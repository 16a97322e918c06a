export interface Deadline {
  /** Aborts when the time is up or the parent does. */
  readonly signal: AbortSignal;
  readonly isTimeUp: boolean;
  /** Must be called when the work is over, so that no timer and no listener stays behind. */
  end(): void;
}

/** One time limit for work of several steps, which the caller may also abort. */
export function startDeadline(timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isTimeUp = false;
  const timer = setTimeout(() => {
    isTimeUp = true;
    controller.abort(new Error('the time is up'));
  }, timeoutMs);
  const follow = () => controller.abort(parent?.reason);
  parent?.addEventListener('abort', follow, { once: true });
  if (parent?.aborted) {
    follow();
  }
  return {
    signal: controller.signal,
    get isTimeUp() {
      return isTimeUp;
    },
    end: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}
