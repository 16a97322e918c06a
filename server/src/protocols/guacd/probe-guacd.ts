import { connect } from 'node:net';

import { parseInstruction } from './instruction.ts';

export type GuacdProblem = 'unknown-host' | 'refused' | 'timed-out' | 'closed' | 'not-guacd' | 'unreachable';

export type GuacdProbe =
  | { reachable: true; version: string; latencyMs: number }
  | { reachable: false; problem: GuacdProblem };

interface Options {
  host: string;
  port: number;
  timeoutMs: number;
}

/** guacd answers this with the arguments of a VNC connection; nothing is connected until they are sent. */
const SELECT = '6.select,3.vnc;';
/** Real answers have some 50 short arguments. */
const LONGEST_ANSWER = 16_384;

/** Begins guacd's handshake and hangs up: enough to know that it is there and which protocol it speaks. */
export function probeGuacd({ host, port, timeoutMs }: Options): Promise<GuacdProbe> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect({ host, port });
    let text = '';
    const end = (result: GuacdProbe) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end({ reachable: false, problem: 'timed-out' }), timeoutMs);
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(SELECT));
    socket.on('data', (chunk: string) => {
      text += chunk;
      const parsed = parseInstruction(text);
      if (parsed === 'incomplete' && text.length < LONGEST_ANSWER) {
        return;
      }
      if (typeof parsed === 'string' || parsed.opcode !== 'args') {
        end({ reachable: false, problem: 'not-guacd' });
        return;
      }
      const latencyMs = Math.round((performance.now() - started) * 10) / 10;
      end({ reachable: true, version: versionOf(parsed.args[0] ?? ''), latencyMs });
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end({ reachable: false, problem: problemOf(error.code) }),
    );
    socket.on('close', () => end({ reachable: false, problem: 'closed' }));
  });
}

/** `VERSION_1_3_0` is how it is written on the wire. Older ones do not say. */
function versionOf(argument: string): string {
  return /^VERSION_(\d{1,4}(?:_\d{1,4}){1,3})$/.exec(argument)?.[1]?.replaceAll('_', '.') ?? '';
}

function problemOf(code: string | undefined): GuacdProblem {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'unknown-host';
    case 'ECONNREFUSED':
      return 'refused';
    case 'ETIMEDOUT':
      return 'timed-out';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'closed';
    default:
      return 'unreachable';
  }
}
