import { listAccessGatewayOptions } from '@jadegate/contract/access/access-gateway';
import { listAssetOptions } from '@jadegate/contract/access/asset';
import type { NodeSummary } from '@jadegate/contract/fleet/node';
import { setNodeAsset, testNode } from '@jadegate/contract/fleet/node-connection';
import {
  collectNode,
  createNode,
  getNodeSummary,
  importNodes,
  listNodes,
} from '@jadegate/contract/fleet/node-endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { aNodeRow } from '../../../test/physical-builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { NodeListPage } from './NodeListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'node');
const parts = i18n.getFixedT('zh-TW', 'parts');
/** Drawers are fetched when they are first opened. */
const LATE = { timeout: 10_000 };

const PROBLEM = {
  kind: 'tcp' as const,
  section: '',
  rc: null,
  message: 'no way',
  remedy: 'look there',
  detail: '',
};
const NODE = aNodeRow({
  status: 'offline',
  failures: 3,
  openChanges: 2,
  labels: { env: 'prod' },
  problem: PROBLEM,
});
const SUMMARY: NodeSummary = {
  total: 1,
  byStatus: { unknown: 0, online: 0, degraded: 0, offline: 1, 'auth-failed': 0, 'host-key-changed': 0 },
  maintenance: 0,
  cpuAverage: null,
  cpuHighest: null,
  memUsed: 0,
  memTotal: 0,
  openChanges: 2,
};

async function openPage(menus = anAccount().menus, node = NODE) {
  const api = stubApi()
    .on(listNodes, () => ({ total: 1, items: [node] }))
    .on(getNodeSummary, () => SUMMARY)
    .on(listAssetOptions, () => [{ id: 'asset-1', name: 'web-01', tags: '' }]);
  const view = renderPart(<NodeListPage />, { account: anAccount({ menus }), path: '/node' });
  await screen.findByText(NODE.name);
  return { ...view, api };
}

it('shows how a host is, what changed on it and its labels, and asks it by hand', async () => {
  const { api, user } = await openPage();
  expect(screen.getByText(t('status.offline'))).toBeDefined();
  expect(screen.getByText(t('hint.changes', { count: 2 }))).toBeDefined();
  expect(screen.getByText('env=prod')).toBeDefined();
  expect(await screen.findByText(t('summary.offline', { count: 1 }))).toBeDefined();
  api.on(collectNode, () => ({ ...NODE, status: 'online' as const, failures: 0, problem: null }));
  await user.click(screen.getByRole('button', { name: `${t('action.collect')} ${NODE.name}` }));
  await waitFor(() => expect(api.callsTo(collectNode)[0]?.params).toEqual({ id: NODE.id }));
});

it('offers nothing that the person may not do', async () => {
  await openPage(['physical-asset', 'node']);
  for (const name of [t('action.create'), t('action.import'), t('action.fromAssets')]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('button', { name: `${t('action.collect')} ${NODE.name}` })).toBeNull();
});

it('adds a host', async () => {
  const { api, user } = await openPage();
  api.on(createNode, () => ({ id: 'node-2' }));
  await user.click(screen.getByRole('button', { name: t('action.create') }));
  await user.type(await screen.findByRole('textbox', { name: t('field.name') }, LATE), 'Rack two');
  await user.click(screen.getByRole('button', { name: parts('action.save') }));
  await waitFor(() => expect(api.callsTo(createNode)).toHaveLength(1));
  expect(api.callsTo(createNode)[0]?.body).toMatchObject({ name: 'Rack two', assetId: null, labels: {} });
});

it('tries and makes the connection of a host that has none', async () => {
  const { api, user } = await openPage(anAccount().menus, { ...NODE, assetId: null, ip: '' });
  const trial = { hostKey: '', latencyMs: null, pollMs: null, brief: null, memBytes: null, problems: [] };
  const problem = {
    kind: 'auth' as const,
    section: '',
    rc: null,
    message: 'refused',
    remedy: 'look',
    detail: '',
  };
  api
    .on(testNode, () => ({ ...trial, problem }))
    .on(setNodeAsset, () => ({ assetId: 'asset-2', name: NODE.name, isNew: true }))
    .on(listAccessGatewayOptions, () => []);
  await user.click(screen.getByRole('button', { name: `${t('action.link')} ${NODE.name}` }));
  const drawer = within(await screen.findByRole('dialog', {}, LATE));
  await user.type(drawer.getByRole('textbox', { name: i18n.t('asset:field.ip') }), '10.0.0.9');
  await user.click(drawer.getByRole('button', { name: t('action.test') }));
  expect(await drawer.findByText('refused')).toBeDefined();
  expect(api.callsTo(testNode)[0]?.body).toMatchObject({ ip: '10.0.0.9', port: 22, accessGatewayId: null });
  await user.click(drawer.getByRole('button', { name: t('action.makeAsset') }));
  await waitFor(() => expect(api.callsTo(setNodeAsset)[0]?.params).toEqual({ id: NODE.id }));
});

it('looks at a file before it takes it', async () => {
  const { api, user } = await openPage();
  api.on(importNodes, () => ({ imported: 0, lines: [{ line: 2, name: 'A', message: 'no such asset' }] }));
  await user.click(screen.getByRole('button', { name: t('action.import') }));
  const dialog = within(await screen.findByRole('dialog', {}, LATE));
  await user.type(dialog.getByRole('textbox', { name: t('field.csv') }), 'name');
  await user.click(dialog.getByRole('button', { name: t('action.check') }));
  expect(await dialog.findByText('no such asset')).toBeDefined();
  expect(api.callsTo(importNodes)[0]?.body).toEqual({ csv: 'name', dryRun: true });
});
