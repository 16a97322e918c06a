import { DROPPED } from '@jadegate/contract/session/session-notice';

/**
 * How the connection of a session is doing. `connecting`: `step` says in words what is being done. `asking`: the host
 * wants to know something before it lets anybody in. `lost`: there is no connection and the session tries to come back;
 * `why` says what is known of it. `over`: the session has ended, or never came to be (`failure`), with a reason.
 */
export type SessionState =
  | { name: 'connecting'; step?: string }
  | { name: 'asking' }
  | { name: 'connected' }
  | { name: 'lost'; sinceMs: number; why: LostWhy }
  | { name: 'over'; reason: string; failure?: { advice: string } };

/**
 * `cut`: a session that was connected lost its connection. `unreached`: it never had one. `blocked`: the server answers
 * calls, but no socket opens.
 */
export type LostWhy = 'cut' | 'unreached' | 'blocked';

/** What a session in this state is called: the network is not to blame for one that was never connected. */
export function stateWord(state: SessionState): SessionState['name'] | 'unreached' | 'failed' {
  if (state.name === 'over' && state.failure) {
    return 'failed';
  }
  return state.name === 'lost' && state.why !== 'cut' ? 'unreached' : state.name;
}

/** There is something on the other side that would be lost. */
export function isLive({ name }: SessionState): boolean {
  return name === 'connected' || name === 'lost';
}

/** The session goes on in another window. */
export function isTakenOver(state: SessionState): boolean {
  return state.name === 'over' && state.reason === DROPPED.takenOver;
}
