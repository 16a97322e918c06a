import { AUDIT_WORDS } from '../words/audit.ts';

type Key = keyof typeof AUDIT_WORDS;

/** An act or an object of acts is one that has words. */
export type AuditAction = Extract<Key, `${string}.${string}`>;
type AuditObject = Exclude<Key, AuditAction>;

const isAction = (key: string): key is AuditAction => key.includes('.');
const keys = Object.keys(AUDIT_WORDS) as Key[];
export const AUDIT_ACTIONS = keys.filter(isAction);
export const AUDIT_OBJECTS = keys.filter((key): key is AuditObject => !isAction(key));
