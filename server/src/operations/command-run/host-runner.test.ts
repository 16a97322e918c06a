import { expect, it, vi } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { createLogger } from '../../kernel/logger.ts';
import type {
  ExecEnd,
  ExecSession,
  ExecSessionService,
} from '../../session/terminal-session/exec-session.service.ts';
import type { CommandRunRepository } from './command-run.repository.ts';
import { HostRunner, type HostWork } from './host-runner.ts';
import { LiveRun } from './live-run.ts';
import type { JudgedHost } from './run-planner.ts';

const PLAN = {
  assetId: 'a',
  assetName: 'web-1',
  verdict: 'allow',
  message: '',
  judged: [],
} as unknown as JudgedHost;

function aRun(): LiveRun {
  return new LiveRun(
    {
      id: 'r',
      actor: { ...SYSTEM_CALLER, userId: 'u', username: 'u', loginId: undefined, language: 'en' },
      kind: 'command',
      origin: 'batch',
      script: 'true',
      request: { timeoutSeconds: 60 },
      createdAt: 0,
      timeoutMs: 60_000,
      parallelism: 1,
      confirmed: new Set(),
    },
    [PLAN],
  );
}

it('a database that goes away while a command ends takes away neither its outcome nor the process', async () => {
  const cut = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const changeHost = vi.fn(cut);
  const session = { end: cut, reason: undefined } as unknown as ExecSession;
  const runner = new HostRunner({
    exec: { open: async () => session, end: cut } as unknown as ExecSessionService,
    runs: { changeHost } as unknown as CommandRunRepository,
    clock: { now: () => 5 },
    logger: createLogger('silent'),
  });
  const run = aRun();
  const [host] = run.hosts;
  const late: ((bytes: Uint8Array) => void)[] = [];
  const work: HostWork = {
    plan: async () => PLAN,
    carryOut: async (_session, _host, { onOutput }): Promise<ExecEnd> => {
      onOutput(Buffer.from('done\n'));
      late.push(onOutput);
      return { kind: 'exit', code: 0 };
    },
  };
  await runner.run(run, host!, work);
  expect(host).toMatchObject({ state: 'succeeded', exitCode: 0, finishedAt: 5 });
  expect(changeHost).toHaveBeenCalledTimes(2);
  // What comes after the end belongs to nobody, and must not fail in the hands of the connection.
  late.forEach((print) => print(Buffer.from('late')));
  expect(host?.output.text).toBe('done\n');
});
