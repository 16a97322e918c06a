import {
  createAccessSecurity,
  deleteAccessSecurities,
  getAccessSecurity,
  listAccessSecurities,
  updateAccessSecurity,
} from '@jadegate/contract/identity/access-security';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { anAccessSecurity } from './access-security.builders.ts';
import { AccessSecurityListPage } from './AccessSecurityListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'access-security');
const parts = i18n.getFixedT('zh-TW', 'parts');
const OFFICE = '10.0.0.0/8';

async function openList(menus?: MenuId[], path = '/access-security') {
  const rows = [
    anAccessSecurity(),
    anAccessSecurity({ id: 'rule-2', ip: '1.2.3.4', rule: 'reject', priority: 7 }),
  ];
  const api = stubApi().on(listAccessSecurities, () => ({ total: rows.length, items: rows }));
  const view = renderPart(<AccessSecurityListPage />, { account: anAccount(menus && { menus }), path });
  const { user } = view;
  await screen.findByText(OFFICE);
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...view, api, press };
}

const lockedOut = () => refuse('access_security.locks_out', 'you would be shut out');

describe('the list of access rules', () => {
  it('says the rule in a word, with its priority and where it came from', async () => {
    await openList();

    const row = within(screen.getByText('1.2.3.4').closest('tr') as HTMLElement);
    expect(row.getByText(t('rule.reject'))).toBeDefined();
    expect(row.getByText('7')).toBeDefined();
    expect(row.getByText(t('source.administrator'))).toBeDefined();
  });

  it('asks the server for the address, rule and order in the URL', async () => {
    const { api } = await openList(
      undefined,
      '/access-security?ip=10.&rule=allow&field=priority&order=ascend',
    );

    const { query } = api.callsTo(listAccessSecurities)[0] ?? {};
    expect(['ip', 'rule', 'field', 'order'].map((name) => query?.get(name))).toEqual([
      '10.',
      'allow',
      'priority',
      'ascend',
    ]);
  });

  it('offers only what the person may do', async () => {
    await openList(['access-security']);

    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} ${OFFICE}` })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.delete')} ${OFFICE}` })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('a change that would shut the person out', () => {
  it('is sent again with the flag once they confirm the warning', async () => {
    const { api, user, press } = await openList();
    api.on(createAccessSecurity, ({ body }) => (body.confirmLockout ? anAccessSecurity() : lockedOut()));

    const drawer = await press(t('action.create'));
    await user.type(await drawer.findByLabelText(t('field.ip')), '9.9.9.9');
    await user.click(drawer.getByRole('radio', { name: t('rule.reject') }));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    expect(await screen.findByText('you would be shut out')).toBeDefined();
    expect(api.callsTo(createAccessSecurity)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: t('action.saveAnyway') }));

    await waitFor(() => expect(api.callsTo(createAccessSecurity)).toHaveLength(2));
    const sent = { ip: '9.9.9.9', rule: 'reject', priority: 50 };
    expect(api.callsTo(createAccessSecurity).map(({ body }) => body)).toEqual([
      { ...sent, confirmLockout: false },
      { ...sent, confirmLockout: true },
    ]);
    await waitFor(() => expect(screen.queryByRole('button', { name: parts('action.save') })).toBeNull());
  });

  it('is not sent again when they go back, and the form keeps what was typed and says why', async () => {
    const { api, user, press } = await openList();
    api.on(getAccessSecurity, () => anAccessSecurity()).on(updateAccessSecurity, lockedOut);

    const drawer = await press(`${t('action.edit')} ${OFFICE}`);
    const ip = await drawer.findByLabelText<HTMLInputElement>(t('field.ip'));
    await user.clear(ip);
    await user.type(ip, '8.8.8.8{Enter}');
    await user.click(await screen.findByRole('button', { name: t('confirm.lockout.cancel') }));

    expect((await drawer.findByRole('alert')).textContent).toContain('you would be shut out');
    expect(ip.value).toBe('8.8.8.8');
    expect(api.callsTo(updateAccessSecurity)).toHaveLength(1);
  });

  it('is confirmed a second time when it is a deletion', async () => {
    const { api, user, press } = await openList();
    api.on(deleteAccessSecurities, ({ query }) =>
      query.get('confirmLockout') === 'true'
        ? null
        : refuse('access_security.delete_locks_out', 'you would be shut out'),
    );

    const dialog = await press(`${t('action.delete')} ${OFFICE}`);
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));
    await user.click(await screen.findByRole('button', { name: t('action.deleteAnyway') }));

    await waitFor(() => expect(api.callsTo(deleteAccessSecurities)).toHaveLength(2));
    const calls = api.callsTo(deleteAccessSecurities);
    expect(calls.map(({ params }) => params.ids)).toEqual(['rule-1', 'rule-1']);
    expect(calls.map(({ query }) => query.get('confirmLockout'))).toEqual([null, 'true']);
  });
});
