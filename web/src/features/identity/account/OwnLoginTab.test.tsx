import { endOwnFactorWindow, listOwnFactorWindows } from '@jadegate/contract/identity/factor-window';
import { endOtherLogins, endOwnLogin, listOwnLogins } from '@jadegate/contract/identity/own-login';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aLogin } from './account.builders.ts';
import { OwnLoginTab } from './OwnLoginTab.tsx';

const t = i18n.getFixedT('zh-TW', 'account');

function open() {
  let rows = [aLogin({ id: 'here', current: true }), aLogin({ id: 'there', address: '10.9.9.9' })];
  const api = stubApi()
    .on(listOwnLogins, () => rows)
    .on(listOwnFactorWindows, () => [])
    .on(endOwnLogin, ({ params }) => {
      rows = rows.filter(({ id }) => id !== params.id);
      return null;
    })
    .on(endOtherLogins, () => {
      rows = rows.filter(({ current }) => current);
      return null;
    });
  return { api, ...renderPart(<OwnLoginTab />, { account: anAccount() }) };
}

it('marks this device, which cannot be ended here', async () => {
  open();
  const here = within(await screen.findByRole('row', { name: /10\.0\.0\.1/ }));
  expect(here.getByText(t('login.current'))).toBeTruthy();
  expect(here.queryByRole('button', { name: t('action.endLogin') })).toBeNull();
});

it('tells when each ends at the latest, and which is remembered', async () => {
  stubApi()
    .on(listOwnFactorWindows, () => [])
    .on(listOwnLogins, () => [
      aLogin({ id: 'here', current: true }),
      aLogin({ id: 'there', address: '10.9.9.9', remembered: true, ends: '2026-01-31 08:00:00' }),
    ]);
  renderPart(<OwnLoginTab />, { account: anAccount() });
  expect((await screen.findByRole('row', { name: /10\.0\.0\.1/ })).textContent).toMatch(
    /最晚.*2026-01-02 08:00/,
  );
  expect(screen.getByRole('row', { name: /10\.9\.9\.9/ }).textContent).toMatch(/保持登入.*2026-01-31 08:00/);
});

it('ends one login after asking', async () => {
  const { api, user } = open();
  const row = within(await screen.findByRole('row', { name: /10\.9\.9\.9/ }));
  await user.click(row.getByRole('button', { name: t('action.endLogin') }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(t('confirm.endLogin.help', { address: '10.9.9.9' }))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('action.endLogin') }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /10\.9\.9\.9/ })).toBeNull());
  expect(api.callsTo(endOwnLogin)[0]?.params).toEqual({ id: 'there' });
});

it('ends all others, and then has none left to end', async () => {
  const { api, user } = open();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: t('action.endOthers') });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(t('confirm.endOthers.help', { count: 1 }))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('action.endOthers') }));
  await waitFor(() => expect(button.disabled).toBe(true));
  expect(api.callsTo(endOtherLogins)).toHaveLength(1);
});

it('lists from where no code is asked for, and ends that', async () => {
  let windows = [
    {
      id: 'window-1',
      address: '10.3.3.3',
      keyName: 'work laptop',
      proven: '2026-01-01 08:00:00',
      ends: '2026-01-01 16:00:00',
    },
  ];
  const api = stubApi()
    .on(listOwnLogins, () => [aLogin({ current: true })])
    .on(listOwnFactorWindows, () => windows)
    .on(endOwnFactorWindow, () => {
      windows = [];
      return null;
    });
  const { user } = renderPart(<OwnLoginTab />, { account: anAccount() });
  const row = within(await screen.findByRole('row', { name: /10\.3\.3\.3/ }));
  expect(row.getByText(t('window.key', { name: 'work laptop' }))).toBeTruthy();
  await user.click(row.getByRole('button', { name: t('window.end') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('window.end') }));
  await waitFor(() => expect(screen.queryByText('10.3.3.3')).toBeNull());
  expect(api.callsTo(endOwnFactorWindow)[0]?.params).toEqual({ id: 'window-1' });
});
