import { workerData } from 'node:worker_threads';

import { compareSync } from 'bcryptjs';

import type { BcryptTask } from './bcrypt.ts';
import { answerTask } from './thread-task.ts';

const { hash, password } = workerData as BcryptTask;
await answerTask(() => compareSync(password, hash));
