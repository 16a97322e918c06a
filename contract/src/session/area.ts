import * as desktopRecording from './desktop-recording.ts';
import * as desktopSocket from './desktop-socket.ts';
import * as ownSession from './own-session.ts';
import * as sessionCommand from './session-command.ts';
import * as sessionCommandWords from './session-command.words.ts';
import * as sessionEvidence from './session-evidence.ts';
import * as sessionEvidenceWords from './session-evidence.words.ts';
import { sessionFileEndpoints } from './session-files.ts';
import * as sessionRecording from './session-recording.ts';
import * as sessionScreen from './session-screen.ts';
import * as sessionSearch from './session-search.ts';
import * as sessionSearchWords from './session-search.words.ts';
import * as sessionShare from './session-share.ts';
import * as sessionShareWords from './session-share.words.ts';
import * as sessionStats from './session-stats.ts';
import * as session from './session.ts';
import * as sessionWords from './session.words.ts';
import * as sshClient from './ssh-client.ts';
import * as sshClientWords from './ssh-client.words.ts';
import * as sshDoor from './ssh-door.ts';
import * as sshDoorWords from './ssh-door.words.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures, its acts and what these are as events. */
export const SESSION_ENDPOINTS = [
  desktopRecording,
  desktopSocket,
  ownSession,
  sessionCommand,
  sessionEvidence,
  sessionFileEndpoints,
  sessionRecording,
  sessionScreen,
  sessionSearch,
  sessionShare,
  sessionStats,
  session,
  sshClient,
  sshDoor,
];

export const SESSION_ERRORS = [
  sessionWords.ERRORS,
  sessionEvidenceWords.ERRORS,
  sessionShareWords.ERRORS,
  sshClientWords.ERRORS,
] as const;

export const SESSION_AUDIT = [
  sessionWords.AUDIT,
  sessionShareWords.AUDIT,
  sessionCommandWords.AUDIT,
  sessionEvidenceWords.AUDIT,
  sessionSearchWords.AUDIT,
  sshClientWords.AUDIT,
  sshDoorWords.AUDIT,
] as const;

export const SESSION_EVENTS = [
  sessionWords.EVENTS,
  sessionShareWords.EVENTS,
  sessionCommandWords.EVENTS,
  sessionEvidenceWords.EVENTS,
  sessionSearchWords.EVENTS,
  sshClientWords.EVENTS,
  sshDoorWords.EVENTS,
] as const;
