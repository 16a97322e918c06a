import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { readAnswer } from '../../protocols/collector/read-answer.ts';

serveThreadCalls(readAnswer);
