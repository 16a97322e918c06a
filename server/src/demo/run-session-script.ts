import { setTimeout as sleep } from 'node:timers/promises';

import type { DemoClient, DemoTerminal } from './demo-client.ts';
import { isStopped, type SessionScript } from './session-scripts.ts';

const READ_MS = 900;
const TYPING_MS = 70;
/** How long something that does not end by itself is looked at, and how long a whole session lasts. */
const LOOK_MS = 90_000;
const SESSION_MS = 30 * 60_000;
const REST_MS = 4000;
const ENDLESS = /^(?:top|watch|tail -f)/;

/** Plays one session to its end. */
export async function runSessionScript(
  client: DemoClient,
  assetId: string,
  { lines, files = {} }: SessionScript,
  signal: AbortSignal,
): Promise<void> {
  const terminal = await client.open(assetId);
  await terminal.prompt(signal);
  for (const [file, fileContent] of Object.entries(files)) {
    await client.make(`/sessions/${terminal.sessionId}/edit`, { file, fileContent });
  }
  for (const line of lines) {
    await playLine(terminal, line, signal);
  }
  terminal.leave();
}

async function playLine(terminal: DemoTerminal, line: string, signal: AbortSignal): Promise<void> {
  await sleep(READ_MS, undefined, { signal });
  await terminal.type(line, signal);
  terminal.forget();
  terminal.press('\r');
  if (isStopped(line)) {
    await sleep(READ_MS, undefined, { signal });
    terminal.press('\u0003');
  } else if (ENDLESS.test(line)) {
    await sleep(LOOK_MS, undefined, { signal });
    terminal.press('\u0003');
  }
  await terminal.prompt(signal);
}

const ENTER = 0xff_0d;
const GRIP = { x: 560, y: 204 };
const DRAG = { steps: 12, x: 9, y: -7 };

/** Writes lines into the note that is in front, and moves its window. */
export async function runDesktopScript(
  client: DemoClient,
  assetId: string,
  { lines }: Pick<SessionScript, 'lines'>,
  signal: AbortSignal,
): Promise<void> {
  const desktop = await client.openDesktop(assetId);
  if (await desktop.picture(signal)) {
    for (const line of lines) {
      await sleep(READ_MS, undefined, { signal });
      for (const letter of line) {
        desktop.press(letter.codePointAt(0) ?? 0);
        await sleep(TYPING_MS, undefined, { signal });
      }
      desktop.press(ENTER);
    }
    for (let step = 0; step <= DRAG.steps; step++) {
      desktop.point({ x: GRIP.x + step * DRAG.x, y: GRIP.y + step * DRAG.y }, step < DRAG.steps);
      await sleep(TYPING_MS, undefined, { signal });
    }
    await sleep(READ_MS, undefined, { signal });
  }
  desktop.leave();
}

/** Keeps a session going, and opens the next when it is over, until it is told to stop. */
export async function keepSessionLive(
  client: () => Promise<DemoClient>,
  assetId: string,
  script: SessionScript,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // A login ends at some time, a host may be away: the next round begins with a new one.
    await client()
      .then((person) => playFor(person, assetId, script, signal))
      .catch(() => undefined);
    await sleep(REST_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function playFor(
  client: DemoClient,
  assetId: string,
  { lines }: SessionScript,
  signal: AbortSignal,
): Promise<void> {
  const terminal = await client.open(assetId);
  const until = performance.now() + SESSION_MS;
  await terminal.prompt(signal);
  while (!terminal.isClosed && performance.now() < until) {
    for (const line of lines) {
      await playLine(terminal, line, signal);
    }
  }
  terminal.leave();
}
