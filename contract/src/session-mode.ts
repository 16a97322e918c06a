/** What plays it: clients of the product family know these, and no others. */
export const PLAYED_MODES = ['native', 'guacd', 'terminal'] as const;
/** `exec`: a command or a file that was sent to a host, without anybody at a keyboard. */
export const SESSION_MODES = [...PLAYED_MODES, 'exec'] as const;
export type SessionMode = (typeof SESSION_MODES)[number];
