import { listAssets } from '@jadegate/contract/access/asset';
import { listWorkerAssets, type WorkerAsset } from '@jadegate/contract/access/worker-asset';
import { getRecentProof } from '@jadegate/contract/identity/account';
import {
  createSshTicket,
  listOwnSshTickets,
  revokeOwnSshTicket,
} from '@jadegate/contract/identity/ssh-ticket';
import { translate } from '@jadegate/contract/language';
import { NEVER } from '@jadegate/contract/scalars';
import { getSshDoor } from '@jadegate/contract/session/ssh-door';
import { TICKET_KIND_WORDS } from '@jadegate/contract/session/ssh-door.words';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { anSshDoor } from '../../../components/ssh/ssh.builders.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount, aUser } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anSshTicket } from './account.builders.ts';
import { SshTicketTab } from './SshTicketTab.tsx';

const t = i18n.getFixedT('zh-TW', 'ssh-ticket');
const account = i18n.getFixedT('zh-TW', 'account');
const TICKET = 'ticket-the-whole-ticket';
const OWN_ASSET: WorkerAsset = {
  id: 'asset-1',
  name: 'web 1',
  description: '',
  protocol: 'ssh',
  ip: '',
  port: 0,
  active: true,
  activeMessage: '',
  state: 'up',
  created: NEVER,
  lastAccessTime: NEVER,
  tags: '',
  owner: '',
  ownerName: '',
  favourite: false,
  usableNow: true,
  commandsOnly: false,
  shellOff: false,
  usableFrom: null,
  usableUntil: null,
  host: null,
};
const KIND = (kind: keyof typeof TICKET_KIND_WORDS) => translate(TICKET_KIND_WORDS[kind], 'zh-TW');

function open(rows = [anSshTicket()], { isEnabled = true, isAdmin = false } = {}) {
  const api = stubApi()
    .on(listOwnSshTickets, () => rows)
    .on(getSshDoor, () => anSshDoor({ isEnabled }));
  return { api, ...renderPart(<SshTicketTab />, { account: isAdmin ? anAccount() : aUser() }) };
}

it('lists tickets masked, with what they open, from where and how often, and revokes one', async () => {
  const { api, user } = open([
    anSshTicket(),
    anSshTicket({
      id: 'ticket-2',
      name: 'nightly copy',
      kinds: ['files'],
      uses: 3,
      used: 2,
      ipGroup: '10.0.0.0/8,192.0.2.0/24',
      isOver: true,
      lastUsed: '2026-02-01 08:00:00',
      lastAddress: '10.1.1.1',
    }),
  ]);
  api.on(revokeOwnSshTicket, () => null);
  const first = within(await screen.findByRole('row', { name: /website deployment/ }));
  expect(first.getByText('ticket-…ab12')).toBeTruthy();
  expect(first.getByText(KIND('exec'))).toBeTruthy();
  expect(first.getByText(t('lastUse.never'))).toBeTruthy();
  const second = within(screen.getByRole('row', { name: /nightly copy/ }));
  expect(second.getByText(t('over'))).toBeTruthy();
  expect(second.getByText(t('bound.uses', { used: 2, most: 3 }))).toBeTruthy();
  expect(second.getByText(t('bound.from', { from: '10.0.0.0/8、192.0.2.0/24' }))).toBeTruthy();
  const button = second.getByRole('button', { name: t('action.revoke') });
  // However long the names are, it stays in view.
  expect(button.closest('td')?.className).toContain('ant-table-cell-fix');
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('action.revoke') }));
  await waitFor(() => expect(api.callsTo(revokeOwnSshTicket)[0]?.params).toEqual({ id: 'ticket-2' }));
});

it('makes one for a host of the person’s own, and shows it this once with what a program needs', async () => {
  const { api, user, queryClient } = open([]);
  api
    .on(listWorkerAssets, () => ({ total: 1, items: [OWN_ASSET] }))
    .on(getRecentProof, () => ({ seconds: 600, factorSeconds: 0 }))
    .on(createSshTicket, () => ({ ...anSshTicket({ name: 'ci' }), ticket: TICKET }));
  await user.click(await screen.findByRole('button', { name: t('action.add') }));
  const drawer = within(await screen.findByRole('dialog'));
  await user.type(drawer.getByLabelText(t('field.name')), 'ci');
  await user.click(drawer.getByRole('combobox', { name: t('field.asset') }));
  await user.click(await screen.findByTitle('web 1'));
  await user.click(drawer.getByRole('checkbox', { name: KIND('files') }));
  await user.click(drawer.getByRole('button', { name: t('action.add') }));

  expect((await screen.findByLabelText(t('line.ticket'))).textContent).toBe(TICKET);
  expect(screen.getByLabelText(t('line.config')).textContent).toBe(
    `Host web-1\n  HostName gate.example\n  Port 2222\n  User ${TICKET}`,
  );
  expect(api.callsTo(createSshTicket).map(({ body }) => body)).toEqual([
    {
      name: 'ci',
      assetId: 'asset-1',
      kinds: ['exec'],
      hours: 24,
      uses: 0,
      ipGroup: '',
      password: '',
      totp: '',
    },
  ]);
  await user.click(screen.getByRole('button', { name: account('action.done') }));
  await waitFor(() => expect(screen.queryByText(TICKET)).toBeNull());
  const kept = queryClient.getMutationCache().getAll();
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(TICKET);
});

it('offers whoever may open every asset all of them, and says where no client is taken in', async () => {
  const { api, user } = open([], { isEnabled: false, isAdmin: true });
  api
    .on(listAssets, () => ({ total: 0, items: [] }))
    .on(getRecentProof, () => ({ seconds: 600, factorSeconds: 0 }));
  expect(await screen.findByText(t('noDoor'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('action.add') }));
  await waitFor(() => expect(api.callsTo(listAssets)[0]?.query.get('protocol')).toBe('ssh'));
});
