/** Why a client was let go, where it has words of its own for that. */
export const DROPPED = { takenOver: 'taken-over', tooSlow: 'too-slow', noPicture: 'no-picture' } as const;

/**
 * Something to tell the person that does not come from the target. From a client: the person is still there. `advice`
 * says what can be done about a session that is closed right after it; `step` what is being done to open one.
 */
export interface Notice {
  kind:
    | 'message'
    | 'idle'
    | 'limit'
    | 'blocked'
    | 'confirm'
    | 'participants'
    | 'watched'
    | 'ask'
    | 'advice'
    | 'step';
  text: string;
  /** With `idle` and `limit`: when the session will end; 0 when it no longer will. With `ask`: the time to answer. */
  seconds?: number;
  /** With `message`: the name of the administrator who says it; absent when it is the product itself. */
  from?: string;
  /**
   * With `participants`: who is in the session beside its person, and what has just changed. With `watched`: who looks
   * on without being in it; nobody any more when it is empty.
   */
  participants?: readonly Participant[];
  change?: { how: 'joined' | 'left'; name: string };
}

/** Somebody in another person's session. */
export interface Participant {
  name: string;
  username: string;
  mode: 'read' | 'write';
}
