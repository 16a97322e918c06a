import { TerminalStream } from '../session/terminal-session/terminal-stream.ts';
import type { TestServer } from './test-server.ts';

/** The terminal of a session that this process holds open. */
export function terminalOf(server: TestServer, sessionId: string): TerminalStream | undefined {
  const stream = server.services.liveSessions.find(sessionId)?.stream;
  return stream instanceof TerminalStream ? stream : undefined;
}
