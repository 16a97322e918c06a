// A process of its own: readers of terminals that print without end. It answers each word it is told when it is done.
import { LeanTerminal } from './lean-terminal.ts';
import { PROMPT } from './stage.ts';

export interface Flood {
  url: string;
  token: string;
  /** Ids of the sessions to open. */
  sessions: string[];
  /** Bytes a second that each reader shows. */
  pace: number;
}

const INTERRUPT = '\u0003';
let terminals: LeanTerminal[] = [];

async function open({ sessions, ...rest }: Flood): Promise<void> {
  terminals = sessions.map((sessionId) => new LeanTerminal({ ...rest, sessionId }));
  await Promise.all(terminals.map((terminal) => terminal.shows(PROMPT)));
}

async function stop(): Promise<void> {
  for (const terminal of terminals) {
    terminal.type(INTERRUPT);
  }
  await Promise.all(terminals.map((terminal) => terminal.shows(PROMPT)));
}

function start(): void {
  for (const terminal of terminals) {
    terminal.type("yes 'the quick brown fox jumps over the lazy dog, again and again and again'\n");
  }
}

process.on('message', (message: Flood | 'start' | 'stop') => {
  const work = async () => {
    if (message === 'start') {
      start();
    } else if (message === 'stop') {
      await stop();
    } else {
      await open(message);
    }
  };
  work().then(
    () => process.send?.('done'),
    (error: unknown) => {
      throw error;
    },
  );
});
