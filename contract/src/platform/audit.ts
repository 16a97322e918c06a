import { AUDIT_OBJECT_WORDS, AUDIT_WORDS } from '../words/audit.ts';

/** An act or an object of acts is one that has words. */
export type AuditAction = keyof typeof AUDIT_WORDS;
export const AUDIT_ACTIONS = Object.keys(AUDIT_WORDS) as AuditAction[];

type AuditObject = keyof typeof AUDIT_OBJECT_WORDS;
export const AUDIT_OBJECTS = Object.keys(AUDIT_OBJECT_WORDS) as AuditObject[];
