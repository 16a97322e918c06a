import type * as z from 'zod';

import type { Sentence } from '../../language.ts';
import type { EVENT_GROUPS } from './event-kind.words.ts';

/** How much an event matters, the least first. */
export const EVENT_SEVERITIES = ['info', 'notice', 'warning', 'critical'] as const;
export type EventSeverity = (typeof EVENT_SEVERITIES)[number];
export type EventGroup = keyof typeof EVENT_GROUPS;

/** `event.category` of the Elastic Common Schema. */
export const ECS_CATEGORIES = [
  'authentication',
  'configuration',
  'file',
  'host',
  'iam',
  'process',
  'session',
] as const;
type EcsCategory = (typeof ECS_CATEGORIES)[number];

/** `event.type` of the Elastic Common Schema. */
export const ECS_TYPES = [
  'access',
  'allowed',
  'change',
  'creation',
  'deletion',
  'denied',
  'end',
  'error',
  'info',
  'start',
] as const;
type EcsType = (typeof ECS_TYPES)[number];

/** What an act of the audit log is as an event. */
export type EventRow = readonly [EventGroup, EcsCategory, EcsType, EventSeverity];

/** What is said of an event beside what happened: one row of the catalogue. */
export interface EventKind {
  /** Rises when a field goes or means something else; a new field does not raise it. */
  version: number;
  group: EventGroup;
  category: EcsCategory;
  type: EcsType;
  /** Where it went well; what was refused or failed counts one step more. */
  severity: EventSeverity;
  title: Sentence;
  /** What `jadegate.detail` holds. */
  detail: z.ZodType<Record<string, unknown>>;
}
