import type * as z from 'zod';

import type { Sentence } from '../../language.ts';

/** How much an event matters, the least first. */
export const EVENT_SEVERITIES = ['info', 'notice', 'warning', 'critical'] as const;
export type EventSeverity = (typeof EVENT_SEVERITIES)[number];
export const EVENT_SEVERITY_WORDS: Record<EventSeverity, Sentence> = {
  info: { 'zh-TW': '資訊', en: 'Info' },
  notice: { 'zh-TW': '注意', en: 'Notice' },
  warning: { 'zh-TW': '警告', en: 'Warning' },
  critical: { 'zh-TW': '嚴重', en: 'Critical' },
};

/** What people choose from when they say which events they want. */
export const EVENT_GROUPS = {
  login: { 'zh-TW': '登入', en: 'Logins' },
  account: { 'zh-TW': '帳號與登入規則', en: 'Accounts and sign-in rules' },
  access: { 'zh-TW': '資產與授權', en: 'Assets and grants' },
  secret: { 'zh-TW': '憑證與機密', en: 'Credentials and secrets' },
  session: { 'zh-TW': '工作階段', en: 'Sessions' },
  command: { 'zh-TW': '指令', en: 'Commands' },
  file: { 'zh-TW': '檔案與剪貼簿', en: 'Files and clipboard' },
  evidence: { 'zh-TW': '稽核與存證', en: 'Audit and evidence' },
  machine: { 'zh-TW': '實體主機、虛擬機與 GPU', en: 'Nodes, virtual machines and GPUs' },
  system: { 'zh-TW': '系統', en: 'System' },
} as const satisfies Record<string, Sentence>;
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
export type EcsCategory = (typeof ECS_CATEGORIES)[number];

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
export type EcsType = (typeof ECS_TYPES)[number];

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
