import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { lowerThreadPriority } from '../../kernel/thread.ts';
import { hashOfRange } from './range-hash.ts';

lowerThreadPriority();
serveThreadCalls(hashOfRange);
