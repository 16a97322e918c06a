import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';
import { sayWay } from '@jadegate/contract/access/way';
import { translate, type Language } from '@jadegate/contract/language';
import { GATEWAY_STATE_WORDS } from '@jadegate/contract/words/way';

import { familyTime } from '../../kernel/family-time.ts';
import type { GatewayRecord } from './access-gateway.repository.ts';
import type { GatewayState } from './gateway-entry.ts';

export function vaultOwner(id: string): string {
  return `gateway:${id}`;
}

export function presentRow(record: GatewayRecord, state: GatewayState, language: Language): AccessGatewayRow {
  return {
    id: record.id,
    name: record.name,
    ip: record.ip,
    port: record.port,
    accountType: record.account_type,
    username: record.username,
    created: familyTime(record.created_at),
    connected: state.name === 'connected',
    message: messageOf(state, language),
    state: state.name,
    since: familyTime(state.since ?? null),
    accessGatewayId: record.parent_id ?? '',
    accessGatewayName: record.parent_name ?? '',
    assetCount: record.asset_count,
    hostKey: standing(record),
  };
}

function messageOf(state: GatewayState, language: Language): string {
  if (state.name === 'failed') {
    return state.way ? sayWay(state.way, language) : '';
  }
  return translate(GATEWAY_STATE_WORDS[state.name], language, { channels: state.channels });
}

function standing({ pinned_count, offered_count }: GatewayRecord): AccessGatewayRow['hostKey'] {
  if (offered_count > 0) {
    return 'changed';
  }
  return pinned_count > 0 ? 'trusted' : 'unknown';
}
