import type { Node } from '@jadegate/contract/fleet/node';
import {
  getNodeSummary,
  listNodeRacks,
  listNodes,
  type RackedNode,
} from '@jadegate/contract/fleet/node-endpoints';
import { getNodeImpact, powerNode } from '@jadegate/contract/fleet/node-power';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { aNodeRow } from '../../../test/physical-builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { NodeExpectation } from './NodeExpectation.tsx';
import { NodeListPage } from './NodeListPage.tsx';
import { NodePowerModal } from './NodePowerModal.tsx';

const t = i18n.getFixedT('zh-TW', 'node');
const parts = i18n.getFixedT('zh-TW', 'parts');
const NODE = aNodeRow({ name: 'rack-one' });

const racked = (name: string, unit: number | null, change: Partial<RackedNode> = {}): RackedNode => ({
  id: name,
  name,
  unit,
  unitHeight: 1,
  status: 'online',
  lifecycle: 'active',
  cpuPct: 12.4,
  tempC: null,
  ...change,
});

it('racks show where each node stands, how it is, and two that claim the same unit', async () => {
  const nodes = [
    racked('a', 10, { unitHeight: 4 }),
    racked('b', 12, { status: 'offline' }),
    racked('c', null),
  ];
  stubApi().on(listNodeRacks, () => [{ site: 'Taipei', room: 'B1', rack: 'R7', nodes }]);
  renderPart(<NodeListPage />, { account: anAccount(), path: '/node?view=rack' });
  const rack = within(await screen.findByRole('region', { name: 'B1 / R7' }));
  const words = rack.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
  expect(words).toEqual([
    `a · ${t('status.online')} · ${t('hint.units', { from: 10, to: 13 })} · CPU 12%`,
    `b · ${t('status.offline')} · U12 · CPU 12% · ${t('hint.overlap')}`,
    `c · ${t('status.online')} · CPU 12%`,
  ]);
  expect(rack.getByRole('link', { name: /^a/ }).getAttribute('href')).toContain('/node/a');
  expect(screen.getByRole('region', { name: 'Taipei' })).toBeDefined();
});

it('the list leads to the racks', async () => {
  stubApi()
    .on(listNodes, () => ({ total: 1, items: [NODE] }))
    .on(getNodeSummary, () => ({
      total: 0,
      byStatus: { unknown: 0, online: 0, degraded: 0, offline: 0, 'auth-failed': 0, 'host-key-changed': 0 },
      maintenance: 0,
      cpuAverage: null,
      cpuHighest: null,
      memUsed: 0,
      memTotal: 0,
      openChanges: 0,
    }));
  renderPart(<NodeListPage />, { account: anAccount(), path: '/node' });
  await screen.findByText(NODE.name);
  expect(screen.getByRole('link', { name: t('action.rack') }).getAttribute('href')).toContain('view=rack');
});

it('what should be there stands beside what is, and a difference is marked', () => {
  const node = {
    ...NODE,
    parts: [
      { part: 'cores', expected: 64, found: 32, differs: true },
      { part: 'memBytes', expected: 2 ** 36, found: 2 ** 36, differs: false },
      { part: 'serial', expected: 'S1', found: null, differs: false },
    ],
  } as Node;
  renderPart(<NodeExpectation node={node} />, { account: anAccount() });
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
  expect(row(t('part.cores')).getByText(t('hint.differs'))).toBeDefined();
  expect(row(t('part.memBytes')).getByText(t('hint.asExpected'))).toBeDefined();
  expect(row(t('part.serial')).getByText(t('hint.notFound'))).toBeDefined();
});

it('nothing is compared where nobody said how it should be', () => {
  const node = {
    ...NODE,
    parts: [{ part: 'cores', expected: null, found: 32, differs: false }],
  } as unknown as Node;
  renderPart(<NodeExpectation node={node} />, { account: anAccount() });
  expect(screen.queryByRole('table')).toBeNull();
});

it('a restart names what it ends, and needs the name and a reason', async () => {
  const api = stubApi()
    .on(getNodeImpact, () => ({
      sessionCount: 7,
      sessions: [
        { id: 's', person: '林美', target: 'web-01', protocol: 'ssh' as const, since: NODE.created },
      ],
      vmCount: 1,
      vms: [{ id: 'v', name: 'mail', isProtected: false }],
      processCount: 0,
      processes: [],
    }))
    .on(powerNode, () => ({ actionId: 'a' }));
  const { user } = renderPart(
    <NodePowerModal open target={{ node: NODE, action: 'reboot' }} onClose={() => undefined} />,
    { account: anAccount() },
  );
  expect(await screen.findByText('林美 → web-01')).toBeDefined();
  expect(screen.getByText(t('impact.sessions', { count: 7 }))).toBeDefined();
  expect(screen.getByText(t('impact.more', { count: 6 }))).toBeDefined();
  expect(screen.getByText('mail')).toBeDefined();
  const button = screen.getByRole('button', { name: t('act.reboot') });
  expect(button).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: parts('field.reasonNeeded') }), 'kernel update');
  await user.type(screen.getByRole('textbox', { name: /rack-one/ }), 'rack-one');
  await user.click(button);
  await waitFor(() => expect(api.callsTo(powerNode)).toHaveLength(1));
  expect(api.callsTo(powerNode)[0]?.body).toEqual({
    action: 'reboot',
    confirm: 'rack-one',
    reason: 'kernel update',
    notify: true,
  });
});
