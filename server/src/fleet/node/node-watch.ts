import { sayProblem, type Problem } from '@jadegate/contract/fleet/node-problem';
import { inEachLanguage } from '@jadegate/contract/language';

import { MINUTE_MS } from '../../kernel/clock.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import type { NodeAlarmRepository, DownNode } from './node-alarm.repository.ts';

interface Dependencies {
  alarms: NodeAlarmRepository;
}

/** A gateway that fails takes many with it: so many have a letter of their own, and one tells of the others. */
const NAMED = 10;
const PACE = { seenBy: 'all', everyMs: MINUTE_MS / 2, holdMs: { raise: 0, clear: 0 } } as const;

/** What administrators should hear of machines. Those in maintenance are left in peace. */
export function watchNodes(dependencies: Dependencies): AlertWatch[] {
  return [
    { kind: 'node', ...PACE, check: () => lookForDown(dependencies) },
    { kind: 'gpu', ...PACE, check: () => lookForGpus(dependencies) },
  ];
}

async function lookForDown({ alarms }: Dependencies): Promise<Condition[]> {
  const [named, count] = await Promise.all([alarms.listDown(NAMED), alarms.countDown()]);
  const others = count - named.length;
  const about = ({ id, name, status, problem }: DownNode): Condition => {
    const found = JSON.parse(problem) as Problem;
    const params = {
      name,
      ...inEachLanguage('reason', (language) => sayProblem(found, language).message),
      ...inEachLanguage('remedy', (language) => sayProblem(found, language).remedy),
    };
    return {
      subject: id,
      level: 'warning',
      wording: status === 'offline' ? 'node-down' : 'node-blind',
      params,
    };
  };
  const more: Condition[] =
    others > 0
      ? [{ subject: 'others', level: 'warning', wording: 'nodes-down', params: { count: others } }]
      : [];
  return [...named.map(about), ...more];
}

async function lookForGpus({ alarms }: Dependencies): Promise<Condition[]> {
  const [lost, sick, missing] = await Promise.all([
    alarms.listGpuLost(),
    alarms.listGpuSick(),
    alarms.listGpuMissing(),
  ]);
  const gone = lost.map(({ id, name, problems }): Condition => {
    const problem = (JSON.parse(problems) as Problem[]).find(({ kind }) => kind === 'gpu-lost');
    const detail = problem?.detail ?? 'nvidia-smi';
    return { subject: `lost ${id}`, level: 'danger', wording: 'gpu-lost', params: { name, detail } };
  });
  const ill = sick.map(({ id, name }): Condition => ({
    subject: `sick ${id}`,
    level: 'danger',
    wording: 'gpu-sick',
    params: { name },
  }));
  const fewer = missing.map(({ id, name, old_value, new_value }): Condition => {
    const params = { name, old: old_value, new: new_value };
    return { subject: `missing ${id}`, level: 'danger', wording: 'gpu-missing', params };
  });
  return [...gone, ...ill, ...fewer];
}
