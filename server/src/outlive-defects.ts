import { defects } from './kernel/defects.ts';

/**
 * From here on nothing that failed ends the process: everybody's sessions would go with it. A promise that nobody awaited
 * has done no harm to others. An exception that nobody caught has left one event half dealt with; what belongs to it may
 * hang, which its own limits of time end, and the rest goes on. Both are written down and counted, so that an operator
 * sees that there was one and restarts in a quiet hour. Before this is called, while the server starts, either ends it.
 */
export function outliveDefects(): void {
  process.on('unhandledRejection', (error) => defects.report(error, 'a promise that nobody awaits'));
  process.on('uncaughtException', (error) => defects.report(error, 'an exception that nobody catches'));
}
