import { DROPPED } from '@jadegate/contract/session/session-notice';

import { placeIn } from '../../recorders/recording-files.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { LiveTerminal } from './live-terminal.ts';
import type { TerminalClient } from './terminal-client.ts';

interface Watched {
  terminal: LiveTerminal;
  writer: TerminalWriter | undefined;
  folder: string;
  screens: Screens;
}

/** In a flood the screen is old before it is known; after so many tries the observer is too slow for it. */
const TRIES = 5;

/** Shows a terminal to somebody who watches: the screen as it is, then what happens to it, until either is gone. */
export async function showScreen(watched: Watched, client: TerminalClient): Promise<void> {
  const { terminal, writer, folder, screens } = watched;
  const observer = terminal.observe(client);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    observer.wait();
    // What was not recorded cannot be replayed: the end of it is all there is.
    if (!writer || writer.hasFailed) {
      observer.begin({ size: terminal.size, bytes: terminal.tail });
      return;
    }
    const { bytes } = writer;
    await writer.settle();
    if (writer.hasFailed) {
      continue;
    }
    const screen = await screens.of(placeIn(folder), { bytes });
    if (!observer.hasMissed) {
      observer.begin(screen);
      return;
    }
  }
  terminal.release(client);
  client.drop(DROPPED.tooSlow);
}
