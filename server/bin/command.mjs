// A command of the operator, with a Node that is new enough: a bundle brings its own and calls this.
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli.js', import.meta.url);
if (!existsSync(main)) {
  process.stderr.write('Jadegate is not built yet; run: npm run build\n');
  process.exit(1);
}
// what a command writes is for the owner alone
process.umask(0o077);
const { runCli, explainCliFailure } = await import(main.href);
try {
  process.exitCode = await runCli(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explainCliFailure(error)}\n`);
  process.exitCode = 1;
}
