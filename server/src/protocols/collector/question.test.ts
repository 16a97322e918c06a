// The scripts themselves, on this machine and in every shell it has.
import { spawnSync } from 'node:child_process';
import { hostname, totalmem } from 'node:os';

import { describe, expect, it } from 'vitest';

import { parseFacts } from './facts.ts';
import { factsQuestion, metricsQuestion, type Question } from './question.ts';
import { parseSample } from './sample.ts';
import { readSections, type Sections } from './sections.ts';

const SHELLS = [
  ['dash', '-s'],
  ['bash', '-s'],
  ['busybox', 'sh', '-s'],
].filter(([program = '']) => spawnSync(program, ['--help']).error === undefined);

function ask([program = '', ...args]: readonly string[], { nonce, input }: Question): Sections {
  const { stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  return readSections(stdout, stderr, nonce);
}

it('there is a shell to ask', () => {
  expect(SHELLS.length).toBeGreaterThan(0);
});

describe.each(SHELLS)('%s', (...shell) => {
  it('says what this machine is', () => {
    const sections = ask(shell, factsQuestion());
    const facts = parseFacts(sections, Date.now());
    expect(sections.get('end')).toEqual({ body: '', errors: '', rc: 0 });
    expect(facts.hostname).toBe(hostname());
    expect(facts.memory.totalBytes).toBe(totalmem());
    expect(facts.cpu.threads).toBeGreaterThan(0);
    expect(facts.os.kernel).not.toBeNull();
  });

  it('says how it does', () => {
    const question = metricsQuestion({ gpuWords: ['uuid'], hasSlices: false, withFaults: true });
    const sections = ask(shell, question);
    const { sample, counters } = parseSample(sections, new Set());
    expect(sections.get('end')?.rc).toBe(0);
    expect(sample.memTotal).toBe(totalmem());
    expect(sample.load1).not.toBeNull();
    expect(sample.fileSystems.length).toBeGreaterThan(0);
    expect(counters.cpu?.total).toBeGreaterThan(0);
  });
});

it('nothing that a host called a field becomes a command', () => {
  const question = metricsQuestion({
    gpuWords: ['uuid', 'x;touch /tmp/y', '$(id)'],
    hasSlices: true,
    withFaults: false,
  });
  expect(question.input).toContain('\nGF=uuid\nMIG=1\nXID=0\n');
});

it('each question has a mark of its own', () => {
  expect(factsQuestion().nonce).not.toBe(factsQuestion().nonce);
});
