import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { factsQuestion, metricsQuestion } from '../../protocols/collector/question.ts';
import { readAnswer, type AnswerTask } from '../../protocols/collector/read-answer.ts';
import { JOBS } from '../demo-people.ts';
import { COMMANDS } from './commands.ts';
import { HostFigures } from './figures.ts';
import { FileTree } from './file-tree.ts';
import { filesOf } from './host-files.ts';
import { HOSTS, type HostProfile } from './host-profile.ts';
import { answerScript } from './machine-answers.ts';
import { Shell } from './shell.ts';
import { Terminal } from './terminal.ts';

const hostOf = (role: HostProfile['role']) => HOSTS.find((host) => host.role === role) as HostProfile;

const atShell = (role: HostProfile['role']) => atShellOf(hostOf(role));

function atShellOf(profile: HostProfile) {
  const parts = {
    figures: new HostFigures(profile),
    files: new FileTree(filesOf(profile)),
    commands: COMMANDS,
  };
  const shell = new Shell(parts, 7);
  const run = async (text: string) => {
    let out = '';
    const write = (part: string) => void (out += part);
    await shell.run(text, { write, signal: new AbortController().signal, rows: 24 });
    return out;
  };
  return { shell, parts, run };
}

describe('the shell of the demo', () => {
  it('knows what people type: files, pipes, redirections, what follows what', async () => {
    const { run, shell } = atShell('web');
    expect(await run('cat /etc/hostname && echo "I am $USER" || echo no')).toBe('web-01\nI am ops\n');
    expect(await run('grep 502 /var/log/nginx/access.log | wc -l')).toBe('4\n');
    expect(await run('echo one > note; echo two >> note; cat note')).toBe('one\ntwo\n');
    expect(await run('cd /etc/nginx\npwd\nls')).toContain('/etc/nginx\n');
    expect(await run('false && echo a; nonsense')).toBe('bash: nonsense: command not found\n');
    expect(shell.code).toBe(127);
    await run('exit');
    expect(shell.isOver).toBe(true);
  });

  it('lets every job of the demo succeed on each of its hosts', async () => {
    const codes = JOBS.flatMap(({ name, script, hosts }) =>
      hosts.map(async (host) => {
        const { run, shell } = atShellOf(HOSTS.find((one) => one.name === host) as HostProfile);
        await run(script);
        return [name, host, shell.code];
      }),
    );
    expect((await Promise.all(codes)).filter(([, , code]) => code !== 0)).toEqual([]);
  });

  it('refuses what could do harm, if it could', async () => {
    const { run } = atShell('web');
    expect(await run('sudo reboot')).toContain('not in the sudoers file');
    expect(await run('rm -rf /etc')).toContain('Permission denied');
    expect(await run('cat ../../../../../etc/shadow')).toContain('No such file');
    expect(await run('echo x > /etc/passwd')).toContain('Permission denied');
  });

  it('keeps what is put on it within bounds', async () => {
    const { parts } = atShell('web');
    expect(() => parts.files.write('/tmp/big', Buffer.alloc(5 * 1024 * 1024))).toThrow('full');
  });

  it('echoes, edits the line, goes on by itself and stops at Ctrl+C', async () => {
    const { shell } = atShell('web');
    let shown = '';
    const end = vi.fn();
    const terminal = new Terminal(shell, { write: (text) => void (shown += text), end }, 24);
    terminal.type(Buffer.from('echo hix\u007F\r'));
    await sleep(5);
    expect(shown).toContain('\r\nhi\r\n');
    terminal.type(Buffer.from('tail -f /var/log/nginx/access.log\r'));
    await sleep(5);
    expect(shown.endsWith('$ ')).toBe(false);
    terminal.type(Buffer.from('\u0003'));
    await sleep(5);
    expect(shown.endsWith('$ ')).toBe(true);
    terminal.type(Buffer.from('exit\r'));
    await sleep(5);
    expect(end).toHaveBeenCalledWith(0);
  });
});

it('answers the collector: a machine with cards, and whose a program on them is', async () => {
  const { parts, run } = atShell('gpu');
  expect(await run('nohup python3 train/train.py &')).toMatch(/^\[1\] \d+\n$/);
  const read = (
    { nonce, input }: { nonce: string; input: string },
    rest: Pick<AnswerTask, 'what'> & object,
  ) =>
    readAnswer({
      nonce,
      stdout: Buffer.from(answerScript(parts.figures, input) ?? ''),
      stderr: Buffer.alloc(0),
      at: Date.now(),
      ...rest,
    } as AnswerTask);
  const facts = read(factsQuestion(), { what: 'facts' });
  if (facts.what !== 'facts') {
    throw new Error('these are no facts');
  }
  expect(facts).toMatchObject({
    isWhole: true,
    facts: { hostname: 'gpu-01', hardware: { vendor: 'Supermicro' } },
  });
  expect(facts.facts.pciGpus).toHaveLength(4);
  const question = metricsQuestion({
    gpuWords: facts.gpuWords.map(({ word }) => word),
    hasSlices: false,
    withFaults: false,
  });
  const figures = read(question, {
    what: 'metrics',
    physicalInterfaces: ['eno1'],
    gpuWords: facts.gpuWords,
    before: undefined,
  } as Pick<AnswerTask, 'what'>);
  expect(figures).toMatchObject({ isWhole: true, problems: [], sample: { cpus: 112 } });
  const [, , third] = figures.what === 'metrics' ? figures.gpus : [];
  expect(third).toMatchObject({ model: 'NVIDIA H200', processes: [{ user: 'ops', auditSession: 7 }] });
});
