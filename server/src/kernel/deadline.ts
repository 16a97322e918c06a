export interface Deadline {
  /** Aborts when the time is up or the parent does. */
  readonly signal: AbortSignal;
  readonly isTimeUp: boolean;
  /** Waits for something that has a limit of its own, such as a person; this time stands still meanwhile. */
  hold<Value>(work: Promise<Value>): Promise<Value>;
  /** Must be called when the work is over, so that no timer and no listener stays behind. */
  end(): void;
}

/** One time limit for work of several steps, which the caller may also abort. */
export function startDeadline(timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isTimeUp = false;
  let isOver = false;
  let until = Date.now() + timeoutMs;
  const start = (ms: number) =>
    setTimeout(() => {
      isTimeUp = true;
      controller.abort(new Error('the time is up'));
    }, ms);
  let timer = start(timeoutMs);
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
    hold: async (work) => {
      clearTimeout(timer);
      const left = Math.max(0, until - Date.now());
      try {
        return await work;
      } finally {
        until = Date.now() + left;
        if (!isOver) {
          timer = start(left);
        }
      }
    },
    end: () => {
      isOver = true;
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}
