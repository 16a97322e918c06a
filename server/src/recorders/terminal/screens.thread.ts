import { answerInTurn } from '../../kernel/thread-calls.ts';
import { replay } from './keyframe.ts';
import type { Screen } from './screen.ts';
import type { ScreenTask } from './screens.ts';
import { listSegments } from './segment.ts';

// In turn: two that build the same keyframes would only do the work twice.
answerInTurn(async ({ folder, end }: ScreenTask): Promise<Screen> => replay(await listSegments(folder), end));
