import type { DesktopAct } from '@jadegate/contract/session/desktop-act';

import type { Actor } from '../../kernel/actor.ts';
import { readActs } from '../../recorders/desktop/acts.ts';
import { DesktopReader } from '../../recorders/desktop/reader.ts';
import type { RecordingViewService } from '../session/recording-view.service.ts';

const MAX_ACTS = 2000;
/** Enough to know it again; the whole may be as long as a file. */
const MAX_TEXT = 300;

/** What is in recordings of desktops beside what they showed. */
export class DesktopRecordingService {
  readonly #recordings: RecordingViewService;

  constructor(recordings: RecordingViewService) {
    this.#recordings = recordings;
  }

  async acts(actor: Actor, id: string): Promise<{ acts: DesktopAct[]; isCut: boolean }> {
    const { files } = await this.#recordings.open(actor, id, 'viewing', (found) => DesktopReader.open(found));
    const all = await readActs(files, MAX_ACTS + 1);
    const acts = all.slice(0, MAX_ACTS).map((act) => ({ ...act, text: act.text.slice(0, MAX_TEXT) }));
    return { acts, isCut: all.length > acts.length };
  }
}
