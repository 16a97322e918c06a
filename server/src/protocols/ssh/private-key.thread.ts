import { parentPort, workerData } from 'node:worker_threads';

import { readPrivateKey } from './private-key.ts';

const { text, passphrase } = workerData as { text: string; passphrase: string };
parentPort?.postMessage(readPrivateKey(text, passphrase));
