import { workerData } from 'node:worker_threads';

import { answerTask } from '../../kernel/thread-task.ts';
import { openedPrivateKey } from './open-private-key.ts';
import { readPrivateKey } from './private-key.ts';

const { text, passphrase, want } = workerData as { text: string; passphrase: string; want: 'facts' | 'key' };
await answerTask(() => (want === 'facts' ? readPrivateKey : openedPrivateKey)(text, passphrase));
