import * as z from 'zod';

import type { EventKind } from './event-kind.ts';
import { OWN_EVENT_TITLES } from './event-kind.words.ts';

const kind = <Detail extends z.ZodType<Record<string, unknown>>>(row: EventKind & { detail: Detail }) => row;

const text = z.string();
const count = z.number().int().min(0);
const Hash = z.string().regex(/^[0-9a-f]*$/);

/** Of something that was put aside or is gone: how many events a destination did not get. */
const Missed = z.object({ destination: text, count });

/** What is told beside the acts of the audit log. */
export const OWN_EVENTS = {
  'login.locked': kind({
    version: 1,
    group: 'login',
    category: 'authentication',
    type: 'denied',
    severity: 'warning',
    title: OWN_EVENT_TITLES['login.locked'],
    detail: z.object({
      /** Whether this attempt locked it, or met the lock. */
      moment: z.enum(['locked', 'tried-again']),
      door: text,
    }),
  }),
  'session.command': kind({
    version: 1,
    group: 'command',
    category: 'process',
    type: 'start',
    severity: 'info',
    title: OWN_EVENT_TITLES['session.command'],
    detail: z.object({
      /** Empty where the target did not show what was typed. */
      command: text,
      isHidden: z.boolean(),
      /** What the filter said. */
      action: z.enum(['allow', 'deny', 'warn']),
      /** It went before the filter could say anything. */
      isUnchecked: z.boolean(),
      wasSent: z.boolean(),
      /** Who typed it, where that was a guest; empty for the person of the session. */
      typedBy: text,
      offsetMs: count,
    }),
  }),
  'file.operation': kind({
    version: 1,
    group: 'file',
    category: 'file',
    type: 'access',
    severity: 'info',
    title: OWN_EVENT_TITLES['file.operation'],
    detail: z.object({
      /** As the log of file operations has it, such as `upload`. */
      action: text,
      /** The path, or where it was and where it went, with an arrow between them. */
      path: text,
      bytes: count,
      /** SHA-256; empty where it was not reckoned. */
      checksum: text,
      storageId: text,
      storageName: text,
    }),
  }),
  'clipboard.used': kind({
    version: 1,
    group: 'file',
    category: 'file',
    type: 'access',
    severity: 'info',
    title: OWN_EVENT_TITLES['clipboard.used'],
    /** Never what was on it. */
    detail: z.object({ action: z.enum(['clipboard-copy', 'clipboard-paste']), bytes: count, checksum: text }),
  }),
  'alert.raised': kind({
    version: 1,
    group: 'system',
    category: 'host',
    type: 'error',
    severity: 'warning',
    title: OWN_EVENT_TITLES['alert.raised'],
    detail: z.object({
      kind: text,
      subject: text,
      wording: text,
      level: z.enum(['warning', 'danger']),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  }),
  'alert.cleared': kind({
    version: 1,
    group: 'system',
    category: 'host',
    type: 'info',
    severity: 'info',
    title: OWN_EVENT_TITLES['alert.cleared'],
    detail: z.object({ kind: text, subject: text, wording: text, since: z.iso.datetime() }),
  }),
  'server.started': kind({
    version: 1,
    group: 'system',
    category: 'host',
    type: 'start',
    severity: 'notice',
    title: OWN_EVENT_TITLES['server.started'],
    detail: z.object({ processId: text, productVersion: text }),
  }),
  'server.stopped': kind({
    version: 1,
    group: 'system',
    category: 'host',
    type: 'end',
    severity: 'notice',
    title: OWN_EVENT_TITLES['server.stopped'],
    detail: z.object({ processId: text }),
  }),
  'server.lost': kind({
    version: 1,
    group: 'system',
    category: 'host',
    type: 'error',
    severity: 'critical',
    title: OWN_EVENT_TITLES['server.lost'],
    detail: z.object({ processId: text, lastSeen: z.iso.datetime() }),
  }),
  'audit.checkpoint': kind({
    version: 1,
    group: 'evidence',
    category: 'configuration',
    type: 'info',
    severity: 'info',
    title: OWN_EVENT_TITLES['audit.checkpoint'],
    detail: z.object({
      /** The last entry that is signed, and its hash. */
      seq: count,
      hash: Hash,
      keyId: text,
      /** In base64, over what `signed` says. */
      signature: text,
      signed: text,
    }),
  }),
  'recording.sealed': kind({
    version: 1,
    group: 'evidence',
    category: 'session',
    type: 'info',
    severity: 'info',
    title: OWN_EVENT_TITLES['recording.sealed'],
    detail: z.object({
      /** SHA-256 of the last line that is signed, and how many lines there are. */
      hash: Hash,
      lines: count,
      /** The fingerprint of the key. */
      keyId: text,
    }),
  }),
  'event.dropped': kind({
    version: 1,
    group: 'evidence',
    category: 'configuration',
    type: 'error',
    severity: 'critical',
    title: OWN_EVENT_TITLES['event.dropped'],
    detail: Missed,
  }),
  'event.undeliverable': kind({
    version: 1,
    group: 'evidence',
    category: 'configuration',
    type: 'error',
    severity: 'critical',
    title: OWN_EVENT_TITLES['event.undeliverable'],
    detail: Missed,
  }),
  'event.test': kind({
    version: 1,
    group: 'system',
    category: 'configuration',
    type: 'info',
    severity: 'info',
    title: OWN_EVENT_TITLES['event.test'],
    detail: z.object({ destination: text }),
  }),
} as const;
