import { parentPort, workerData } from 'node:worker_threads';

import { openedPrivateKey } from './open-private-key.ts';
import { readPrivateKey } from './private-key.ts';

const { text, passphrase, want } = workerData as { text: string; passphrase: string; want: 'facts' | 'key' };
parentPort?.postMessage(
  want === 'facts' ? readPrivateKey(text, passphrase) : openedPrivateKey(text, passphrase),
);
