import { AppError } from './app-error.ts';

/** Another server holds the session. Where servers know each other, the call is led there. */
export class HeldByOtherServer extends AppError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super('session.held_elsewhere');
    this.sessionId = sessionId;
  }
}
