import type { Gpu } from '@jadegate/contract/fleet/gpu';
import { Alert } from 'antd';

const TYPES = { ok: 'success', unknown: 'info', warn: 'warning', critical: 'error' } as const;

/** What is wrong with it, each with what can be done. */
export function GpuComplaints({ gpu: { reasons } }: { gpu: Pick<Gpu, 'reasons'> }) {
  return reasons.map(({ kind, level, message, remedy }) => (
    <Alert key={kind} type={TYPES[level]} showIcon title={message} description={remedy} />
  ));
}
