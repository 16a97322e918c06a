import { spawn } from 'node:child_process';

import { root } from './root.mjs';

/** Children that are running now, so that an interrupted run can end them by their id. */
const running = new Set();

/**
 * Runs a program to its end. Answers { ok, code, output }; `output` is empty when it was shown as it came.
 * `detached` keeps it out of reach of Ctrl-C and of endRunning; `onOutput` hears what it says as it comes; one that runs
 * for longer than `timeout` milliseconds is ended.
 */
export async function run(
  program,
  args,
  { cwd = root, env = {}, show = false, detached = false, timeout, onOutput = () => {} } = {},
) {
  const child = spawn(program, args, {
    cwd,
    detached,
    timeout,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  if (!detached) {
    running.add(child);
  }
  const chunks = [];
  const take = (chunk) => {
    chunks.push(chunk);
    onOutput(chunk.toString());
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${program}: ${error.message}\n`));
      resolve(127);
    });
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  running.delete(child);
  return { ok: code === 0, code, output: Buffer.concat(chunks).toString() };
}

/** Throws what a program said that failed; answers what one said that did not. */
export function requireOk({ ok, output }) {
  if (!ok) {
    throw new Error(output.trim());
  }
  return output.trim();
}

/** Runs a JavaScript program of an installed package, without a shell or npx in between. */
export function runTool(path, args, { execArgv = [], ...options } = {}) {
  return run(process.execPath, [...execArgv, `${root}/node_modules/${path}`, ...args], options);
}

export function endRunning() {
  for (const child of running) {
    child.kill('SIGTERM');
  }
}
