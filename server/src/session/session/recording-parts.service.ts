import type { RecordingOutline } from '@jadegate/contract/session/session-recording';

import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { RecordingViewService } from './recording-view.service.ts';
import type { RecordingParts, SessionKinds, SessionRecord } from './session-kind.ts';

interface Dependencies {
  recordings: RecordingViewService;
  users: UserService;
  kinds: SessionKinds;
}

interface File {
  filename: string;
  contentType: string;
  body: Buffer;
}

/** Recordings for a player, which loads what it needs of them, whatever kind of session it was. */
export class RecordingPartsService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async outline(actor: Actor, id: string): Promise<RecordingOutline> {
    const { record, reader } = await this.#open(actor, id);
    const { segments, keyframes } = reader;
    const people = await this.#deps.users.listPeople([record.user_id]);
    const startedAt = segments[0]?.startedAt ?? record.created_at;
    return {
      assetName: record.asset_name,
      userName: record.user_name,
      isImported: record.imported_from !== '',
      userAccount: people.get(record.user_id)?.username ?? '',
      startedAt,
      durationMs: endOf(record, startedAt) ?? (await reader.lastMoment()),
      segments: segments.map(({ offset, bytes, size }, index) => ({
        index: index + 1,
        offset,
        bytes,
        ...size,
      })),
      keyframes,
    };
  }

  async segment(actor: Actor, id: string, number: number): Promise<File> {
    const { reader } = await this.#open(actor, id);
    const segment = reader.segments[number - 1];
    return binary(`${id}-${number}.seg`, segment && (await reader.body(segment)));
  }

  async keyframe(actor: Actor, id: string, number: number): Promise<File> {
    const { reader } = await this.#open(actor, id);
    return binary(`${id}-${number}.key`, await reader.keyframe(number));
  }

  #open(actor: Actor, id: string) {
    return this.#deps.recordings.open<RecordingParts>(actor, id, 'viewing', async (files, { protocol }) =>
      this.#deps.kinds[protocol]?.openRecording?.(files),
    );
  }
}

function binary(filename: string, body: Buffer | undefined): File {
  if (!body) {
    throw new AppError('session.no_recording');
  }
  return { filename, contentType: 'application/octet-stream', body };
}

/**
 * When the process died, the end was written down later than it happened: then only the events tell, as while the session
 * lives. Otherwise a segment, which may lie far away, need not be read for it.
 */
function endOf({ disconnected_at, end_reason }: SessionRecord, startedAt: number): number | undefined {
  const isKnown =
    disconnected_at !== null && disconnected_at >= startedAt && !end_reason.includes('process_died');
  return isKnown ? disconnected_at - startedAt : undefined;
}
