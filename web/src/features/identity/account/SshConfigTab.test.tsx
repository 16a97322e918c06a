import { NEVER } from '@jadegate/contract/scalars';
import { getOwnSshConfig, makeOwnSshConfig, revokeOwnSshConfig } from '@jadegate/contract/session/ssh-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SshConfigTab } from './SshConfigTab.tsx';

const t = i18n.getFixedT('zh-TW', 'ssh-config');

it('makes an address that is shown once, and takes it away again', async () => {
  let isMade = false;
  const api = stubApi()
    .on(getOwnSshConfig, () => ({ isMade, created: NEVER, lastUsed: NEVER, lastAddress: '' }))
    .on(makeOwnSshConfig, () => {
      isMade = true;
      return { token: 'once' };
    })
    .on(revokeOwnSshConfig, () => {
      isMade = false;
      return null;
    });
  const { user } = renderPart(<SshConfigTab />, { account: anAccount() });
  await user.click(await screen.findByRole('button', { name: t('action.make') }));
  expect((await screen.findByLabelText(t('line.fetch'))).textContent).toContain('/ssh-config?token=once');
  expect(screen.getByLabelText(t('line.include')).textContent).toContain('Include');
  await user.click(screen.getByRole('button', { name: t('action.revoke') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('action.revoke') }));
  await waitFor(() => expect(api.callsTo(revokeOwnSshConfig)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: t('action.make') })).toBeDefined();
  expect(screen.queryByText(/token=once/)).toBeNull();
});
