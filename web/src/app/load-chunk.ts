/**
 * Loads a part of the console. A part that does not come is asked for again; after 120 seconds (specification §9), or
 * when it keeps failing, the load fails. A part that is gone although the server answers means that a new version was
 * installed: the page then reloads itself, once.
 */
import { readReloadedAt, saveReloadedAt } from '../api/storage.ts';

export const CHUNK_TIMEOUT_MS = 120_000;
const RETRY_DELAYS_MS = [500, 2000];
/** A second failure this soon after a reload is not a new version: reloading again would only loop. */
const RELOAD_PAUSE_MS = 60_000;

class ChunkTimeoutError extends Error {
  constructor() {
    super(`A part of the console did not load within ${CHUNK_TIMEOUT_MS / 1000} seconds`);
    this.name = 'ChunkTimeoutError';
  }
}

export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  const deadline = Date.now() + CHUNK_TIMEOUT_MS;
  try {
    return await within(deadline, retrying(load));
  } catch (error) {
    if (!(error instanceof ChunkTimeoutError) && (await isServerThere())) {
      await reloadOnce();
    }
    throw error;
  }
}

async function retrying<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await load();
    } catch {
      await sleep(delay); // Most failures here are a network that just woke up.
    }
  }
  return load();
}

async function within<Part>(deadline: number, work: Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeoutError()), deadline - Date.now());
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' })).ok;
  } catch {
    return false; // A reload would leave the person with the browser's own error page.
  }
}

/** Never comes back when it reloads, so that nothing is drawn in between. */
async function reloadOnce(): Promise<void> {
  if (Date.now() - readReloadedAt() < RELOAD_PAUSE_MS) {
    return;
  }
  saveReloadedAt(Date.now());
  window.location.reload();
  await new Promise<never>(() => {});
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
