import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { Id } from '../scalars.ts';

const ById = z.object({ id: Id });
const ByNumber = z.object({ id: Id, n: z.coerce.number().int().min(1).max(999_999) });
const access = ['offline-session-playback'] as const;

export const downloadRecording = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording',
  access,
  summary:
    'The recording as one file: asciicast v2, or the instructions of a desktop. Marks the session as reviewed. Once the session is over, a `Range` is answered.',
  held: 'recorded',
  params: ById,
  download: true,
  holds: 'transfer',
});

export const downloadRecordingText = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording/text',
  access,
  summary: 'What the recording showed, as plain text. Marks the session as reviewed.',
  held: 'recorded',
  params: ById,
  download: true,
  holds: 'transfer',
});

const RecordingSegment = z.object({
  /** Counted from 1. */
  index: z.number().int(),
  /** Milliseconds from the beginning of the session to that of the segment. */
  offset: z.number().int(),
  /** On disk. */
  bytes: z.number().int(),
  /** The screen it begins with: characters of a terminal, pixels of a desktop. */
  cols: z.number().int(),
  rows: z.number().int(),
});

/** What a player begins with to show a moment, without all that came before it. */
const RecordingKeyframe = z.object({
  /** Counted from 1. */
  index: z.number().int(),
  /** Its moment, in milliseconds from the beginning of the session. */
  offset: z.number().int(),
});

export const RecordingOutline = z.object({
  assetName: z.string(),
  userName: z.string(),
  /** Empty when the person is gone. */
  userAccount: z.string(),
  /** Epoch milliseconds. */
  startedAt: z.number().int(),
  durationMs: z.number().int(),
  /** It was made by another product and brought here: not signed, because nobody here saw it happen. */
  isImported: z.boolean(),
  segments: z.array(RecordingSegment),
  keyframes: z.array(RecordingKeyframe),
});
export type RecordingOutline = z.infer<typeof RecordingOutline>;

export const getRecordingOutline = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording/segments',
  access,
  summary: 'The parts of a recording, for a player that loads what it needs. Marks the session as reviewed.',
  held: 'recorded',
  params: ById,
  response: RecordingOutline,
});

export const getRecordingSegment = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording/segments/:n',
  access,
  summary: 'The events of one part, in the form that `decodeEvents` reads.',
  held: 'recorded',
  params: ByNumber,
  download: true,
});

export const getRecordingKeyframe = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording/keyframes/:n',
  access,
  summary: 'What an empty screen has to be given to show the moment of a keyframe.',
  held: 'recorded',
  params: ByNumber,
  download: true,
});

export const RecordingHit = z.object({ at: z.number().int(), text: z.string() });
export type RecordingHit = z.infer<typeof RecordingHit>;

export const searchRecording = endpoint({
  method: 'GET',
  path: '/sessions/:id/recording/search',
  access,
  summary: 'The lines of a recording that contain a text, with their moments.',
  perMinute: 120,
  held: 'recorded',
  params: ById,
  query: z.object({ text: z.string().trim().min(1).max(LIMITS.searchText.max) }),
  response: z.object({
    hits: z.array(RecordingHit),
    /** There are more than were looked for. */
    isCut: z.boolean(),
  }),
});
