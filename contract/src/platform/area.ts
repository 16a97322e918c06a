import * as auditLog from './audit-log.ts';
import * as auditLogWords from './audit-log.words.ts';
import * as branding from './branding.ts';
import * as brandingWords from './branding.words.ts';
import * as eventDestination from './event-destination.ts';
import * as eventPull from './event-pull.ts';
import * as eventWords from './event.words.ts';
import * as evidence from './evidence.ts';
import * as evidenceWords from './evidence.words.ts';
import * as legalHold from './legal-hold.ts';
import * as legalHoldWords from './legal-hold.words.ts';
import * as notice from './notice.ts';
import * as noticeWords from './notice.words.ts';
import * as server from './server.ts';
import * as serverWords from './server.words.ts';
import * as setting from './setting-endpoints.ts';
import * as settingWords from './setting.words.ts';
import * as systemWords from './system.words.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures, its acts and what these are as events. */
export const PLATFORM_ENDPOINTS = [
  auditLog,
  branding,
  eventDestination,
  eventPull,
  evidence,
  legalHold,
  notice,
  server,
  setting,
];

export const PLATFORM_ERRORS = [
  serverWords.ERRORS,
  settingWords.ERRORS,
  brandingWords.ERRORS,
  noticeWords.ERRORS,
  auditLogWords.ERRORS,
  eventWords.ERRORS,
  evidenceWords.ERRORS,
  legalHoldWords.ERRORS,
] as const;

export const PLATFORM_AUDIT = [
  serverWords.AUDIT,
  settingWords.AUDIT,
  brandingWords.AUDIT,
  auditLogWords.AUDIT,
  eventWords.AUDIT,
  evidenceWords.AUDIT,
  legalHoldWords.AUDIT,
  systemWords.AUDIT,
] as const;

export const PLATFORM_EVENTS = [
  serverWords.EVENTS,
  settingWords.EVENTS,
  brandingWords.EVENTS,
  auditLogWords.EVENTS,
  eventWords.EVENTS,
  evidenceWords.EVENTS,
  legalHoldWords.EVENTS,
  systemWords.EVENTS,
] as const;
