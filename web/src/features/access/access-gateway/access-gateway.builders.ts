import type { AccessGatewayRow, GatewayTest } from '@jadegate/contract/access/access-gateway';

export function aGatewayRow(given: Partial<AccessGatewayRow> = {}): AccessGatewayRow {
  return {
    id: 'gateway-1',
    name: 'jump-taipei',
    ip: '10.0.0.5',
    port: 22,
    accountType: 'password',
    username: '',
    created: '2026-11-15 03:20:00',
    connected: false,
    message: 'Not used yet',
    state: 'unused',
    since: '0001-01-01 00:00:00',
    accessGatewayId: '',
    accessGatewayName: '',
    assetCount: 0,
    hostKey: 'unknown',
    ...given,
  };
}

export function aGatewayTest(given: Partial<GatewayTest> = {}): GatewayTest {
  return {
    connected: true,
    message: 'Reachable',
    latency: 42,
    hostKey: 'trusted',
    fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGBjbQ0buNiVztksCsD',
    learned: false,
    ...given,
  };
}
