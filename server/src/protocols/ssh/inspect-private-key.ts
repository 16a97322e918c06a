import { spawnThread } from '../../kernel/thread.ts';
import { isEncrypted, readPrivateKey, type KeyFacts, type KeyProblem } from './private-key.ts';

/** More than any honest key needs. A key may name so many rounds that opening it would take hours. */
const PATIENCE_MS = 15_000;

/**
 * Reads a private key. A protected one is opened in a thread of its own: that takes up to seconds of pure computing,
 * and the event loop carries other people's terminals.
 */
export async function inspectPrivateKey(text: string, passphrase: string): Promise<KeyFacts | KeyProblem> {
  return isEncrypted(text) && passphrase !== ''
    ? openInThread(text, passphrase)
    : readPrivateKey(text, passphrase);
}

function openInThread(text: string, passphrase: string): Promise<KeyFacts | KeyProblem> {
  return new Promise((resolve, reject) => {
    const thread = spawnThread(import.meta.url, './private-key.thread', { text, passphrase });
    const timer = setTimeout(() => finish(() => resolve('unreadable')), PATIENCE_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      void thread.terminate();
      settle();
    };
    thread.once('message', (facts: KeyFacts | KeyProblem) => finish(() => resolve(facts)));
    thread.once('error', (error) => finish(() => reject(error)));
  });
}
