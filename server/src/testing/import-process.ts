// A command of the operator in a process of its own, so that a test can kill it: see import-killed.soak.test.ts.
import './compiled-threads.ts';
import { runCli } from '../cli/main.ts';

process.exitCode = await runCli(process.argv.slice(2));
