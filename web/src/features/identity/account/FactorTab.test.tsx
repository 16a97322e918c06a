import { getRecentProof } from '@jadegate/contract/identity/account';
import {
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  reloadTotp,
  resetTotp,
  type SecondFactor,
} from '@jadegate/contract/identity/second-factor';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi, type ApiStub } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { FactorTab } from './FactorTab.tsx';

const t = i18n.getFixedT('zh-TW', 'account');
const parts = i18n.getFixedT('zh-TW', 'parts');
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];

let factor: SecondFactor;
let api: ApiStub;
beforeEach(() => {
  factor = { enabled: false, compulsory: false, recoveryCodesLeft: 0 };
  let made = 0;
  api = stubApi()
    .on(getSecondFactor, () => factor)
    .on(getRecentProof, () => ({ seconds: 600, factorSeconds: 0 }))
    .on(reloadTotp, () => ({ qr: 'iVBORw0KGgo=', secret: `SECRET2${++made}` }));
});

function open() {
  return renderPart(<FactorTab />, { account: anAccount({ username: 'ling' }) });
}

describe('turning it on', () => {
  it('shows QR code and secret, takes the first code, and shows the recovery codes once', async () => {
    api.on(confirmTotp, () => {
      factor = { enabled: true, compulsory: false, recoveryCodesLeft: 10 };
      return { recoveryCodes: CODES };
    });
    const { user, queryClient } = open();
    await user.click(await screen.findByRole('button', { name: t('action.enableTotp') }));
    const qr = await screen.findByRole<HTMLImageElement>('img', { name: parts('totpSetup.qr') });
    expect(qr.src).toBe('data:image/png;base64,iVBORw0KGgo=');
    expect(screen.getByText('SECR ET21')).toBeTruthy();
    expect(screen.queryByLabelText(t('field.currentCode'))).toBeNull();
    await user.type(screen.getByLabelText(t('field.firstCode')), '123456{Enter}');

    const list = within(await screen.findByRole('list', { name: parts('recovery.list') }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES);
    expect(api.callsTo(confirmTotp)[0]?.body).toMatchObject({ totp: '123456', secret: 'SECRET21' });
    const done = screen.getByRole<HTMLButtonElement>('button', { name: t('action.done') });
    expect(done.disabled).toBe(true);
    await user.click(screen.getByLabelText(parts('recovery.saved')));
    await user.click(done);
    expect(await screen.findByText(t('factor.on.title'))).toBeTruthy();
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
    const kept = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()];
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toMatch(/SECRET2|aaaa-bbbb/);
  });

  it('makes another secret when asked', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: t('action.enableTotp') }));
    await screen.findByText('SECR ET21');
    await user.click(screen.getByRole('button', { name: parts('totpSetup.reload') }));
    expect(await screen.findByText('SECR ET22')).toBeTruthy();
  });

  it('says at the field why a code was refused', async () => {
    const message = '驗證碼不正確';
    api.on(confirmTotp, () =>
      refuse('login.totp_wrong', message, { fields: [{ path: 'totp', rule: 'login.totp_wrong', message }] }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: t('action.enableTotp') }));
    await screen.findByText('SECR ET21');
    await user.type(screen.getByLabelText(t('field.firstCode')), '000000{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

describe('keeping the recovery codes', () => {
  it('copies and downloads them', async () => {
    factor = { enabled: true, compulsory: false, recoveryCodesLeft: 2 };
    api.on(makeRecoveryCodes, () => ({ recoveryCodes: CODES }));
    const { user } = open();
    expect(await screen.findByText(t('factor.codesLow'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('action.newCodes') }));
    await user.type(await screen.findByLabelText(t('field.currentCode')), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: parts('recovery.copy') }));
    expect(await screen.findByRole('button', { name: parts('recovery.copied') })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:codes';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click(screen.getByRole('button', { name: parts('recovery.download') }));
    expect(await saved[0]?.text()).toContain(CODES.join('\n'));
    expect(await saved[0]?.text()).toContain('ling');
    vi.restoreAllMocks();
  });
});

describe('when it is on', () => {
  beforeEach(() => {
    factor = { enabled: true, compulsory: false, recoveryCodesLeft: 7 };
  });

  it('is bound again only with a current code', async () => {
    api.on(confirmTotp, () => ({ recoveryCodes: CODES }));
    const { user } = open();
    expect(await screen.findByText(t('factor.codesLeft', { count: 7 }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('action.rebind') }));
    await screen.findByText('SECR ET21');
    await user.type(screen.getByLabelText(t('field.firstCode')), '123456{Enter}');
    expect(api.callsTo(confirmTotp)).toEqual([]);
    await user.type(screen.getByLabelText(t('field.currentCode')), '654321{Enter}');
    expect(await screen.findByText(CODES[0] ?? '')).toBeTruthy();
    expect(api.callsTo(confirmTotp)[0]?.body).toMatchObject({ currentTotp: '654321' });
  });

  it('is turned off with a current code, and stays when that is refused', async () => {
    let isRight = false;
    api.on(resetTotp, () => {
      if (!isRight) {
        return refuse('auth.reauthentication_failed', '驗證碼不正確');
      }
      factor = { enabled: false, compulsory: false, recoveryCodesLeft: 0 };
      return null;
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: t('action.disableTotp') }));
    const dialog = within(await screen.findByRole('dialog'));
    const code = dialog.getByLabelText(t('field.currentCode'));
    await user.type(code, '000000{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('驗證碼不正確');
    isRight = true;
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText(t('factor.off.title'))).toBeTruthy();
    expect(api.callsTo(resetTotp).map(({ body }) => body)).toEqual([{ totp: '000000' }, { totp: '123456' }]);
  });

  it('is turned off without a code soon after one was given, and says so', async () => {
    api
      .on(getRecentProof, () => ({ seconds: 600, factorSeconds: 600 }))
      .on(resetTotp, () => {
        factor = { enabled: false, compulsory: false, recoveryCodesLeft: 0 };
        return null;
      });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: t('action.disableTotp') }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(t('proof.recentFactor', { count: 10 }))).toBeTruthy();
    expect(dialog.queryByLabelText(t('field.currentCode'))).toBeNull();
    await user.click(dialog.getByRole('button', { name: t('action.disableTotp') }));
    expect(await screen.findByText(t('factor.off.title'))).toBeTruthy();
    expect(api.callsTo(resetTotp)[0]?.body).toEqual({ totp: '' });
  });

  it('cannot be turned off where it is compulsory, and says why', async () => {
    factor = { enabled: true, compulsory: true, recoveryCodesLeft: 7 };
    open();
    expect(await screen.findByText(t('factor.compulsory'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('action.disableTotp') })).toBeNull();
  });
});
