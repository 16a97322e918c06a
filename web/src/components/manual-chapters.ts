/** The chapters of the manual in their order; each is `manual/<language>/<id>.md`. */
export const MANUAL_CHAPTERS = {
  users: ['first-login', 'connect', 'ssh', 'files', 'sharing', 'commands', 'account'],
  operators: [
    'install',
    'settings',
    'hosts',
    'access',
    'identity-source',
    'directory',
    'command-filter',
    'oversight',
    'events',
    'evidence',
    'jobs',
    'fleet',
    'backup',
    'move-in',
    'upgrade',
    'servers',
    'troubleshooting',
  ],
} as const;

export type ManualReader = keyof typeof MANUAL_CHAPTERS;
export type ManualChapterId = (typeof MANUAL_CHAPTERS)[ManualReader][number];

export const MANUAL_READERS: readonly ManualReader[] = ['users', 'operators'];
