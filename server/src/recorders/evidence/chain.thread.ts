import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import { ChainLines } from './chain-lines.ts';
import type { ChainAnswer, ChainTask } from './chain-task.ts';

const chains = new Map<number, ChainLines>();

/** Nobody else is in this thread, so it may wait for the disk. */
serveThreadCalls(async (task: ChainTask): Promise<ChainAnswer | undefined> => {
  if (task.kind === 'open') {
    chains.set(task.chain, ChainLines.open(task));
  }
  const chain = chains.get(task.chain);
  if (task.kind === 'drop') {
    chains.delete(task.chain);
    chain?.close();
    return undefined;
  }
  if (!chain) {
    throw new Error('what was signed of this recording is not known any more');
  }
  switch (task.kind) {
    case 'open':
      break;
    case 'link':
      for (const grown of task.grown) {
        await chain.link(grown, task.time);
      }
      break;
    case 'note':
      chain.note(task.facts, task.time);
      break;
    case 'end':
      chain.end(task.end, task.time);
      chains.delete(task.chain);
      chain.close();
      break;
  }
  return chain.reached;
});
