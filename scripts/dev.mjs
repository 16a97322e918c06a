// npm run dev: the server from its sources, restarted on change, and the console with live reload. Ctrl-C ends both.
import { spawn } from 'node:child_process';

import { followParent } from './lib/follow-parent.mjs';
import { ensureNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/root.mjs';
import { tools } from './lib/tools.mjs';

await ensureNode();
followParent();
await ensurePackages();

const start = (tool, args, options) =>
  spawn(process.execPath, [`${root}/node_modules/${tool}`, ...args], { stdio: 'inherit', ...options });

// `source` makes @jadegate/contract/* lead to its TypeScript files, so that nothing has to be built.
const children = [
  start(tools.tsx, ['watch', '--clear-screen=false', 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --conditions=source`.trim() },
  }),
  start(tools.vite, [], { cwd: `${root}/web` }),
];

let ending = false;
const endAll = () => {
  ending = true;
  children.forEach((child) => child.kill('SIGTERM'));
};
process.on('SIGINT', endAll).on('SIGTERM', endAll);
for (const child of children) {
  child.on('exit', (code) => {
    if (!ending) {
      process.exitCode = code ?? 1;
      endAll();
    }
  });
}
