import { SECOND_MS } from '../../kernel/clock.ts';
import { placeIn } from '../../recorders/recording-files.ts';
import type { Screen } from '../../recorders/terminal/screen.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { LiveTerminal } from './live-terminal.ts';
import type { TerminalClient } from './terminal-client.ts';

/** A terminal to begin with. */
interface Begun {
  terminal: LiveTerminal;
  writer: TerminalWriter | undefined;
  /** Bytes its person typed since the beginning. */
  inputBytes: () => number;
  /** Where its recording is. */
  folder: string;
  screens: Screens;
}

/** A drawn screen, and how many bytes of output led to it. */
interface FirstScreen extends Screen {
  output: number;
}

/** Longer than this nobody waits for a screen: the end of the output is better than nothing. */
const PATIENCE_MS = 5 * SECOND_MS;

/** Bytes that are gone left a screen behind: whoever comes starts from that, then gets everything since. */
export async function beginWithScreen(begun: Begun, client: TerminalClient, output: number): Promise<void> {
  begun.terminal.hold();
  const screen = await firstScreen(begun);
  // Meanwhile they may have left, or somebody else may have taken over.
  if (begun.terminal.isControlledBy(client)) {
    beginAt(begun, client, output, screen);
  }
}

/** Tells a client where it stands and lets the output flow to it, from a drawn screen on where there is one. */
export function beginAt(
  { terminal, inputBytes }: Pick<Begun, 'terminal' | 'inputBytes'>,
  client: TerminalClient,
  output: number,
  screen?: FirstScreen,
): void {
  const at = { output: screen?.output ?? output, input: inputBytes(), size: terminal.size };
  if (screen) {
    terminal.skipTo(screen.output);
  }
  if (screen && client.confirms === 'send') {
    client.send({ type: 'data', bytes: screen.bytes });
  }
  const drawn = screen && { screen: Buffer.from(screen.bytes).toString('base64') };
  client.send({ type: 'attached', at: { ...at, ...drawn } });
  terminal.start();
}

/**
 * The screen as it is at the moment of the call. Undefined where nothing is recorded, or it cannot be had in time.
 * Never fails.
 */
async function firstScreen({ terminal, writer, folder, screens }: Begun): Promise<FirstScreen | undefined> {
  if (!writer || writer.hasFailed) {
    return undefined;
  }
  // Both count the same output, at the same moment.
  const output = terminal.outputBytes;
  const { bytes } = writer;
  const drawn = (async () => {
    await writer.settle();
    return writer.hasFailed ? undefined : { ...(await screens.of(placeIn(folder), { bytes })), output };
  })();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([drawn, late]);
  } catch {
    // The thread died, or the folder is gone.
    return undefined;
  } finally {
    clearTimeout(timer);
    drawn.catch(() => undefined);
  }
}
