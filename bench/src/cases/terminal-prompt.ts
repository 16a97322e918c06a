import type { Suite } from '../ratio.ts';
import { PROMPT, Stage } from '../stage.ts';

const TIMES = 8;

/** From the click to the prompt: the session is made, its socket opened, the target logged in to; against `ssh`. */
export async function terminalPrompt(): Promise<Suite> {
  const stage = await Stage.start();
  return {
    cases: [
      {
        name: 'opening a recorded terminal',
        unit: 'prompts/s',
        baseline: { name: 'ssh', run: () => rate(() => direct(stage)) },
        candidate: { name: 'through the product', run: () => rate(() => through(stage)) },
        // At most one and a half times as long.
        atLeast: 1 / 1.5,
      },
    ],
    close: () => stage.close(),
  };
}

/** One after another, only the way to the prompt counted. */
async function rate(open: () => Promise<number>): Promise<number> {
  let seconds = 0;
  for (let time = 0; time < TIMES; time++) {
    seconds += await open();
  }
  return TIMES / seconds;
}

async function through(stage: Stage): Promise<number> {
  const started = performance.now();
  const { terminal } = await stage.shell();
  const seconds = (performance.now() - started) / 1000;
  terminal.end();
  await terminal.closed();
  return seconds;
}

async function direct({ target }: Stage): Promise<number> {
  const started = performance.now();
  const child = target.ssh('-tt', 'pipe');
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) => {
    let tail = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      tail = (tail + bytes.toString('latin1')).slice(-500);
      if (PROMPT.test(tail)) {
        resolve();
      }
    });
  });
  const seconds = (performance.now() - started) / 1000;
  child.kill();
  await ended;
  return seconds;
}
