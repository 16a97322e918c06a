import type { ScreenPicture } from '@jadegate/contract/session/session-screen';

import { serveThreadCalls } from '../../kernel/thread-calls.ts';
import type { PaintTask } from './painter.ts';
import { pictureOf } from './picture.ts';
import { ReplayedScreen } from './screen.ts';

const screens = new Map<string, ReplayedScreen>();

serveThreadCalls(async (task: PaintTask): Promise<ScreenPicture | undefined> => {
  if (task.kind === 'forget') {
    task.keys.forEach(forget);
    return undefined;
  }
  const { key, size, bytes } = task;
  if (task.kind === 'begin') {
    forget(key);
    screens.set(key, await ReplayedScreen.from({ size, bytes }));
  } else {
    await screens.get(key)?.play([
      { kind: 'resize', at: 0, size },
      { kind: 'output', at: 0, bytes },
    ]);
  }
  const screen = screens.get(key);
  return screen && pictureOf(screen);
});

function forget(key: string): void {
  screens.get(key)?.dispose();
  screens.delete(key);
}
