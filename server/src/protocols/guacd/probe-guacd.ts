import { connect } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';

import { problemOf, type GuacdProblem } from './guacd-error.ts';
import { InstructionReader, type Instruction } from './instruction.ts';

export type GuacdProbe =
  | { reachable: true; version: string; latencyMs: number }
  | { reachable: false; problem: GuacdProblem };

interface Options {
  host: string;
  port: number;
  timeoutMs: number;
}

/** guacd answers this with the arguments of a VNC connection; nothing is connected until they are sent. */
const SELECT = encodeInstruction('select', 'vnc');
/** Real answers have some 50 short arguments. */
const LONGEST_ANSWER = 16_384;

/** Begins guacd's handshake and hangs up: enough to know that it is there and which protocol it speaks. */
export function probeGuacd({ host, port, timeoutMs }: Options): Promise<GuacdProbe> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect({ host, port });
    const reader = new InstructionReader({ maxBytes: LONGEST_ANSWER });
    const end = (result: GuacdProbe) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end({ reachable: false, problem: 'timed-out' }), timeoutMs);
    socket.on('connect', () => socket.write(SELECT));
    socket.on('data', (chunk: Buffer) => {
      const answer = firstOf(reader, chunk);
      if (answer === 'incomplete') {
        return;
      }
      if (answer === 'malformed' || answer.opcode !== 'args') {
        end({ reachable: false, problem: 'not-guacd' });
        return;
      }
      const latencyMs = Math.round((performance.now() - started) * 10) / 10;
      end({ reachable: true, version: versionOf(answer.args[0] ?? ''), latencyMs });
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

function firstOf(reader: InstructionReader, chunk: Buffer): Instruction | 'incomplete' | 'malformed' {
  try {
    return reader.read(chunk)[0] ?? 'incomplete';
  } catch {
    return 'malformed';
  }
}
