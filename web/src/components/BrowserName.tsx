import { Tooltip } from 'antd';

import { describeAgent } from '../format/user-agent.ts';

interface BrowserNameProps {
  /** What the browser calls itself; shown whole on hover. */
  agent: string;
  /** When it said nothing. */
  unknown: string;
}

/** Browser, version and system: 「Chrome 131 · Windows」. */
export function BrowserName({ agent, unknown }: BrowserNameProps) {
  const text = describeAgent(agent);
  return text === '' ? (
    unknown
  ) : (
    <Tooltip title={agent}>
      <span>{text}</span>
    </Tooltip>
  );
}
