import {
  approveSsh,
  getSshApproval,
  refuseSsh,
  type SshApproval,
} from '@jadegate/contract/identity/ssh-approval';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SshApprovalPage } from './SshApprovalPage.tsx';

const t = i18n.getFixedT('zh-TW', 'ssh-approval');
const WAITING: SshApproval = {
  id: 'ask-1',
  assetName: 'web 1',
  address: '10.0.0.7',
  fingerprint: '',
  created: '2026-01-01 08:00:00',
  expires: '2026-01-01 08:03:00',
  state: 'waiting',
  triesLeft: 5,
};

const open = (path = '/ssh-approval?id=ask-1') =>
  renderPart(<SshApprovalPage />, { account: anAccount(), path });

it('shows which connection it is, and approves it by the code that is typed', async () => {
  const api = stubApi()
    .on(getSshApproval, () => WAITING)
    .on(approveSsh, ({ body }) =>
      body.code === 'ABC234'
        ? { ...WAITING, state: 'approved' as const }
        : refuse('ssh_approval.code_wrong', 'refused', {
            fields: [{ path: 'code', rule: 'refused', message: 'wrong' }],
          }),
    );
  const { user } = open();
  expect(await screen.findByText('web 1')).toBeTruthy();
  expect(screen.getByText('10.0.0.7')).toBeTruthy();
  expect(screen.getByText(t('noKey'))).toBeTruthy();
  const code = screen.getByLabelText<HTMLInputElement>(t('field.code'));
  await user.type(code, 'WRONG2{Enter}');
  expect(await screen.findByText('wrong')).toBeTruthy();
  await user.clear(code);
  await user.type(code, 'ABC234{Enter}');
  expect(await screen.findByText(t('approved.title'))).toBeTruthy();
  expect(api.callsTo(approveSsh).map(({ body }) => body.code)).toEqual(['WRONG2', 'ABC234']);
});

it('refuses one that is not one’s own', async () => {
  stubApi()
    .on(getSshApproval, () => WAITING)
    .on(refuseSsh, () => ({ ...WAITING, state: 'refused' as const }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: t('action.refuse') }));
  expect(await screen.findByText(t('refused.title'))).toBeTruthy();
});

it('says so where there is none, or where the address is incomplete', async () => {
  stubApi().on(getSshApproval, () => refuse('ssh_approval.not_found'));
  const { unmount } = open();
  expect(await screen.findByText(t('missing.title'))).toBeTruthy();
  unmount();
  open('/ssh-approval');
  expect(await screen.findByText(t('incomplete.title'))).toBeTruthy();
});
