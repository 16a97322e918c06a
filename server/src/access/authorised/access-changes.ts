import type { AuditEntry, AuditService } from '../../platform/audit/audit.service.ts';

/** What kind of thing was changed, and which one. */
export interface AccessChange {
  objectType: string;
  objectId: string;
}

type Listener = (change: AccessChange) => void;

/** Objects whose change can change a decision: the person, their groups and roles, the asset, the grant, what it allows. */
const DECISIVE = [
  'user',
  'user-group',
  'role',
  'asset',
  'authorised',
  'strategy',
  'command-filter',
  'backup',
];

/**
 * Notifies, after the commit, that a decision may have changed, so that what was read for decisions (the compiled command
 * filters) is read again. Live sessions do not wait for it: their patrol asks for the decision every two seconds. The
 * source is the audit log, because every privileged act passes there: a new one cannot be forgotten.
 */
export class AccessChanges {
  readonly #listeners = new Set<Listener>();
  readonly #report: (error: unknown) => void;

  constructor(audit: Pick<AuditService, 'follow'>, report: (error: unknown) => void) {
    this.#report = report;
    audit.follow((entry) => this.#onEntry(entry));
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #onEntry({ action, object, result }: AuditEntry): void {
    const [kind = ''] = action.split('.');
    if (result === 'failure' || !DECISIVE.includes(kind)) {
      return;
    }
    for (const notify of this.#listeners) {
      try {
        notify({ objectType: object.type, objectId: object.id });
      } catch (error) {
        this.#report(error); // One listener's trouble is neither the others' nor that of the person who acted.
      }
    }
  }
}
