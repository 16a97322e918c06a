import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { compileFilter, inspectPattern, judge, type CompiledFilter } from './command-filter.policy.ts';
import type { JudgeAnswer, JudgeTask } from './judge-task.ts';

const known = new Map<number, CompiledFilter>();

function answer(task: JudgeTask): JudgeAnswer {
  if (task.kind === 'inspect') {
    return { sizes: task.rules.map(inspectPattern) };
  }
  if (task.forget !== undefined) {
    known.delete(task.forget);
  }
  if (task.rules) {
    known.set(task.filter, compileFilter(task.rules));
  }
  const filter = known.get(task.filter);
  if (!filter) {
    throw new Error('a filter that nobody sent');
  }
  return { verdict: judge(filter, task.line) };
}

serveThreadCalls(answer);
