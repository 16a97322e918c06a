import { translate } from '@jadegate/contract/language';
import { TERMINAL_NOTICE_WORDS } from '@jadegate/contract/words/terminal-notices';

import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { StreamOpening } from '../session/session-kind.ts';
import type { TerminalClient } from './terminal-client.ts';

type Step = Extract<keyof typeof TERMINAL_NOTICE_WORDS, `step_${string}`>;

/** Tells whoever waits for a terminal what is being done: a host that does not answer looks like nothing at all. */
export function reportStep(client: TerminalClient, { record, person }: StreamOpening): (step: Step) => void {
  return (step) => {
    const text = translate(TERMINAL_NOTICE_WORDS[step], person().language, { name: record.asset_name });
    client.send({ type: 'notice', notice: { kind: 'step', text } });
  };
}

/** How the target is gone to. */
export function wayStep({ route: { gatewayId, socks } }: AssetTarget): Step {
  if (gatewayId !== undefined) {
    return 'step_gateway';
  }
  return socks ? 'step_proxy' : 'step_dial';
}
