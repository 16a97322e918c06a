import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { hostsUnavailable } from './hosts.mjs';
import { inOwnNetwork } from './own-network.mjs';

// Two cards that are joined to each other, and a server on loopback that answers.
const LOOK = `
  const { execFileSync } = require('node:child_process');
  const { createServer } = require('node:http');
  execFileSync('ip', ['link', 'add', 'only-here', 'type', 'veth', 'peer', 'name', 'only-there']);
  const cards = execFileSync('ip', ['-o', 'link']).toString().split('\\n').map((line) => line.split(/: |@/)[1]);
  const server = createServer((request, response) => response.end('answered')).listen(0, '127.0.0.1', async () => {
    const answer = await (await fetch('http://127.0.0.1:' + server.address().port)).text();
    console.log(JSON.stringify({ cards: cards.filter((name) => /^(lo|only)/.test(name)), answer }));
    process.exit(0);
  });
`;

it.skipIf(hostsUnavailable())('has loopback, and keeps its cards to itself', () => {
  const [program, args] = inOwnNetwork(process.execPath, ['-e', LOOK]);
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 });
  expect(stderr).toBe('');
  const { cards, answer } = JSON.parse(stdout);
  expect(answer).toBe('answered');
  expect(cards.toSorted()).toEqual(['lo', 'only-here', 'only-there']);
  expect(spawnSync('ip', ['link', 'show', 'only-here']).status).not.toBe(0);
});
