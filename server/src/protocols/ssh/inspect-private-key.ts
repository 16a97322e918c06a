import { runThread } from '../../kernel/thread-task.ts';
import { openedPrivateKey } from './open-private-key.ts';
import { isEncrypted, readPrivateKey, type KeyFacts, type KeyProblem } from './private-key.ts';

/** More than any honest key needs. A key may name so many rounds that opening it would take hours. */
const PATIENCE_MS = 15_000;

/**
 * Reads a private key. A protected one is opened in a thread of its own: that takes up to seconds of pure computing,
 * and the event loop carries other people's terminals.
 */
export async function inspectPrivateKey(text: string, passphrase: string): Promise<KeyFacts | KeyProblem> {
  return isEncrypted(text) && passphrase !== ''
    ? ((await inThread<KeyFacts | KeyProblem>(text, passphrase, 'facts')) ?? 'unreadable')
    : readPrivateKey(text, passphrase);
}

/** The key without its passphrase, in a form ssh2 reads; undefined when it does not open. */
export async function openPrivateKey(text: string, passphrase: string): Promise<string | undefined> {
  return isEncrypted(text) && passphrase !== ''
    ? inThread<string>(text, passphrase, 'key')
    : openedPrivateKey(text, passphrase);
}

function inThread<Answer>(
  text: string,
  passphrase: string,
  want: 'facts' | 'key',
): Promise<Answer | undefined> {
  const limit = { ms: PATIENCE_MS, late: () => undefined };
  return runThread(import.meta.url, './private-key.thread', { text, passphrase, want }, { limit });
}
