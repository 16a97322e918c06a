import type { GatewayTest } from '@jadegate/contract/access/access-gateway';
import { sayWay, type Way } from '@jadegate/contract/access/way';
import type { Language } from '@jadegate/contract/language';

import type { Clock } from '../../kernel/clock.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import type { GatewayHop } from '../../protocols/dial/dial.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import type { HostKey } from '../../protocols/ssh/host-key.ts';
import { GatewayMissing, type GatewayPool } from './gateway-pool.ts';

/** Logs in once and tells what happened, the host key included. */
export async function testGateway(
  pool: GatewayPool,
  id: string,
  hop: GatewayHop,
  language: Language,
  clock: Clock,
): Promise<GatewayTest> {
  const seen: { key?: HostKey; standing: GatewayTest['hostKey']; learned: boolean } = {
    standing: hop.hostKey.pinned.length > 0 ? 'trusted' : 'unknown',
    learned: false,
  };
  const watched: GatewayHop = {
    ...hop,
    hostKey: {
      pinned: hop.hostKey.pinned,
      decide: async (key) => {
        seen.key = key;
        const verdict = await hop.hostKey.decide(key);
        seen.standing = verdict;
        return verdict;
      },
      learn: async (key) => {
        await hop.hostKey.learn?.(key);
        seen.standing = 'trusted';
        seen.learned = true;
      },
    },
  };
  const started = clock.now();
  const way = await attempt(() => pool.test(id, watched), hop);
  const connected = way.kind === 'ok';
  return {
    connected,
    message: sayWay(way, language),
    latency: connected ? Math.max(0, Math.round(clock.now() - started)) : null,
    hostKey: seen.standing,
    fingerprint: seen.key?.fingerprint ?? '',
    learned: seen.learned,
  };
}

async function attempt(work: () => Promise<void>, hop: GatewayHop): Promise<Way> {
  try {
    await work();
    return { kind: 'ok' };
  } catch (error) {
    if (error instanceof DialError) {
      return wayOf(error, hop);
    }
    if (error instanceof GatewayMissing) {
      return error.way;
    }
    throw error;
  }
}
