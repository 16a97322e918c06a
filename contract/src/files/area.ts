import * as filesWords from './files.words.ts';
import { storageFileEndpoints } from './storage-files.ts';
import * as storageLog from './storage-log.ts';
import * as storageLogWords from './storage-log.words.ts';
import * as storage from './storage.ts';
import * as storageWords from './storage.words.ts';

/** What there is in the area: a feature stands here with its endpoints, its failures, its acts and what these are as events. */
export const FILES_ENDPOINTS = [storageFileEndpoints, storageLog, storage];

export const FILES_ERRORS = [filesWords.ERRORS, storageWords.ERRORS, storageLogWords.ERRORS] as const;

export const FILES_AUDIT = [storageWords.AUDIT, storageLogWords.AUDIT] as const;

export const FILES_EVENTS = [storageWords.EVENTS, storageLogWords.EVENTS] as const;
