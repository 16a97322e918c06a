// A reporter of vitest that says of each test file which project it ran in, how it went and how long it took.
import { writeFile } from 'node:fs/promises';

export class TestReport {
  #path;

  constructor(path) {
    this.#path = path;
  }

  async onTestRunEnd(modules) {
    await writeFile(this.#path, JSON.stringify(modules.map(describeModule)));
  }
}

function describeModule(module) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result();
    counts[state === 'pending' ? 'skipped' : state] += 1;
    if (state === 'failed') {
      failures.push({ test: test.fullName, message: firstLine(errors[0]) });
    }
  }
  // a file that could not be loaded, or whose hooks failed, has no failed test to show for it
  if (module.state() === 'failed' && counts.failed === 0) {
    counts.failed = 1;
    failures.push({ test: 'the file itself', message: firstLine(module.errors()[0]) });
  }
  const { collectDuration, duration } = module.diagnostic();
  const seconds = (collectDuration + duration) / 1000;
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    seconds,
    ...counts,
    failures,
  };
}

function firstLine(error) {
  return String(error?.message ?? 'no reason given').split('\n', 1)[0];
}
