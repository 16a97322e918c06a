import { appendFileSync } from 'node:fs';

import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { LIMITS } from '@jadegate/contract/limits';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { idsOf, seedLargeData } from '../testing/large-data.ts';
import { largestInput } from '../testing/largest-input.ts';
import { longestHold } from '../testing/longest-hold.ts';
import { seedEverything } from '../testing/seed-everything.ts';
import { shortOrSoak } from '../testing/soak.ts';
import { useTestServer } from '../testing/test-server.ts';

/**
 * No call holds the event loop longer than this, in processor time (SEC-48). Figures of a machine that does other things,
 * too, are looked at in the soak alone.
 */
const MOST_MS = shortOrSoak(Infinity, 50);
const CALLS = 3;
/** Dials somebody, ends this server's service or this login, or carries bytes that are measured elsewhere. */
const LEFT_OUT =
  /test-mail|tcping|\/test$|drain|resume|\/connect$|\/join$|collect|\/power|console|\/exec$|logout|end-others|\/backup\//;
/** 44 MB in pieces of 500 rows: what holds here is that the test itself puts them together. */
const KNOWN: ReadonlySet<string> = new Set(['GET /assets/export']);
const isSoak = shortOrSoak(0, 1) === 1;
/** Where a person who waits for it can follow. */
const progress = process.env['JADEGATE_HOLDS_FILE'];
const told = progress === undefined ? undefined : (one: Held) => appendFileSync(progress, `${row(one)}\n`);

const server = useTestServer();
let one: Record<string, string> = {};
let token = '';
beforeAll(async () => {
  one = await seedEverything(server.current, 'canary');
  await seedLargeData(server.current, one);
}, 600_000);

interface Held {
  name: string;
  code: number;
  error: string;
  sent: number;
  answered: number;
  ms: number;
}

const isMeasured = (endpoint: AnyEndpoint) =>
  !('socket' in endpoint && endpoint.socket) &&
  endpoint.upload === undefined &&
  endpoint.streams !== true &&
  !LEFT_OUT.test(endpoint.path);
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

it('holds the event loop for nobody, whatever is sent and however much there is', async () => {
  const endpoints: readonly AnyEndpoint[] = ENDPOINTS;
  const measured = endpoints
    .filter(isMeasured)
    .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))
    .slice(0, shortOrSoak(10, Infinity));
  const held: Held[] = [];
  for (const endpoint of measured) {
    const found = await measure(endpoint);
    held.push(found);
    told?.(found);
  }
  for (const url of [
    '/docs',
    '/docs/openapi.json',
    '/docs/events',
    '/metrics',
    '/healthz',
    '/readyz',
    '/login',
  ]) {
    held.push(await measureCall('GET', url, undefined));
  }
  const sorted = held.toSorted((a, b) => b.ms - a.ms);
  expect(held.filter(({ code }) => code === 500).map(row)).toEqual([]);
  if (isSoak) {
    process.stdout.write(`${sorted.map(row).join('\n')}\n`);
  }
  expect(sorted.filter(({ name, ms }) => ms > MOST_MS && !KNOWN.has(name)).map(row)).toEqual([]);
}, 3_600_000);

function row({ name, code, error, sent, answered, ms }: Held): string {
  return `${ms.toFixed(1).padStart(8)} ms  ${name.padEnd(48)} ${String(sent).padStart(8)} B in ${String(answered).padStart(9)} B out  code ${code} ${error}`;
}

function measure(endpoint: AnyEndpoint): Promise<Held> {
  const budget = { bytes: 0.9 * LIMITS.bodyBytes, values: 10_000 };
  const kind =
    endpoint.path.split('/')[1] === 'worker' ? endpoint.path.split('/')[2] : endpoint.path.split('/')[1];
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'ids' ? idsOf(tableOf(kind), shortOrSoak(5, 1000)).join(',') : idFor(name, kind),
  );
  const search = new URLSearchParams(queryOf(endpoint)).toString();
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const body = hasBody ? JSON.stringify(withIds(largestInput(endpoint.body, budget) ?? {})) : undefined;
  return measureCall(
    endpoint.method,
    search === '' ? path : `${path}?${search}`,
    body,
    `${endpoint.method} ${endpoint.path}`,
  );
}

/** The longest page of everything: what only makes a list shorter is left out. */
function queryOf(endpoint: AnyEndpoint): Record<string, string> {
  const query = withIds(largestInput(endpoint.query, { bytes: 2000, values: 100 })) as Record<
    string,
    unknown
  >;
  const { required = [] } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' });
  const needed = [...required, ...(endpoint.path.startsWith('/authorised/') ? ['assetId', 'userId'] : [])];
  const asked = Object.entries(query)
    .filter(([name]) => name === 'pageSize' || needed.includes(name))
    .map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(asked);
}

async function measureCall(
  method: AnyEndpoint['method'],
  url: string,
  body: string | undefined,
  name = `${method} ${url}`,
): Promise<Held> {
  const byCode = new Map<number, Held>();
  for (let call = 0; call < CALLS; call++) {
    token ||= await server.current.login();
    let answer: Awaited<ReturnType<typeof server.current.inject>> | undefined;
    const ms = await longestHold(async () => {
      answer = await server.current.inject(method, url, {
        token,
        ...(body !== undefined && { body }),
        headers: { accept: 'text/html' },
      });
    });
    const text = answer?.payload.slice(0, 40) ?? '';
    const code = Number(/"code":(-?\d+)/.exec(text)?.[1] ?? 1);
    if (code === 401) {
      token = '';
    }
    const before = byCode.get(code);
    const answered = answer?.rawPayload.length ?? 0;
    const [, error = ''] = /"error":"([^"]+)"/.exec(answer?.payload.slice(0, 2000) ?? '') ?? [];
    byCode.set(code, {
      name,
      error,
      code,
      sent: body?.length ?? url.length,
      answered,
      ms: Math.min(ms, before?.ms ?? Infinity),
    });
  }
  const [worst] = [...byCode.values()].toSorted((a, b) => b.ms - a.ms);
  return worst as Held;
}

const TABLES: Readonly<Record<string, string>> = {
  'access-gateways': 'access_gateway',
  securities: 'access_security',
  assets: 'asset',
  authorised: 'authorised',
  commands: 'command',
  'command-filters': 'command_filter',
  'command-filter-rules': 'command_filter_rule',
  'command-runs': 'command_run',
  credentials: 'credential',
  jobs: 'job',
  'login-logs': 'login_log',
  'login-policies': 'login_policy',
  nodes: 'node',
  roles: 'role',
  sessions: 'session',
  strategies: 'strategy',
  users: 'user',
  'user-groups': 'user_group',
  storages: 'storage',
  'storage-logs': 'storage_log',
  vms: 'vm',
};
const tableOf = (kind = '') => TABLES[kind] ?? kind;
const ONE: Readonly<Record<string, string>> = {
  'user-groups': 'group',
  'login-policies': 'policy',
  assets: 'asset',
  users: 'person',
  jobs: 'job',
  strategies: 'strategy',
  'command-filters': 'filter',
  nodes: 'node',
  vms: 'vm',
  storages: 'storage',
};

function idFor(name: string, kind = ''): string {
  if (name === 'runId') {
    return 'many-job_run-000001';
  }
  return one[ONE[kind] ?? ''] ?? `many-${tableOf(kind)}-000001`;
}

const LISTS: Readonly<Record<string, string>> = {
  assetIds: 'asset',
  userIds: 'user',
  members: 'user',
  userGroupIds: 'user_group',
  resourceIds: 'asset',
  groups: 'user_group',
};
const SINGLE: Readonly<Record<string, string>> = {
  assetId: 'asset',
  userId: 'person',
  userGroupId: '',
  strategyId: 'strategy',
  commandFilterId: 'filter',
  credentialId: 'credential',
  accessGatewayId: 'outer',
  storageId: 'storage',
  owner: 'person',
  nodeId: 'node',
  vmId: 'vm',
};

/** Ids of what is there: of what is not, nothing is done. */
function withIds(value: unknown, name = ''): unknown {
  if (LISTS[name] !== undefined && Array.isArray(value)) {
    return idsOf(LISTS[name], Math.min(value.length, name === 'members' ? 10_000 : 1000));
  }
  if (SINGLE[name] !== undefined && typeof value === 'string') {
    return one[SINGLE[name]] ?? '';
  }
  if (Array.isArray(value)) {
    return value.map((item) => withIds(item));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withIds(item, key)]));
  }
  return value;
}
