import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks in the terminal; what is typed does not show. */
export function askUnseen(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve, reject) => {
    let answer: string | undefined;
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      process.stderr.write('\n');
      if (answer === undefined) {
        reject(new Error('nothing was typed'));
      } else {
        resolve(answer);
      }
    });
  });
}
