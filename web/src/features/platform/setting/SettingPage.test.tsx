import { previewRetention } from '@jadegate/contract/operations/retention';
import { removeLogo, setLogo } from '@jadegate/contract/platform/branding';
import { SETTING_KEYS, settingText } from '@jadegate/contract/platform/setting';
import {
  getGuacdHealth,
  getSettings,
  sendTestMail,
  updateSettings,
  type Settings,
} from '@jadegate/contract/platform/setting-endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { BrandingContext } from '../../../hooks/branding.ts';
import { catalogue } from '../../../i18n/zh-TW.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { aBranding, anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { keysOf, SETTING_TABS } from './setting-tabs.ts';
import { someSettings } from './setting.builders.ts';
import { SettingPage } from './SettingPage.tsx';

const words = catalogue.setting;
const SAVE = catalogue.parts.action.save;

function open(tab: string, given: Partial<Settings> = {}) {
  let stored = someSettings(given);
  const api = stubApi()
    .on(getSettings, () => stored)
    .on(getGuacdHealth, () => ({
      host: '127.0.0.1',
      port: 4822,
      reachable: false,
      version: '',
      latencyMs: 0,
      managed: false,
      reason: '127.0.0.1:4822 拒絕連線，guacd 可能沒有啟動',
      warning: '',
    }))
    .on(updateSettings, ({ body }) => {
      const texts = Object.entries(body).map(([key, value]) => [key, settingText(value as never)]);
      stored = { ...stored, ...(Object.fromEntries(texts) as Partial<Settings>), 'mail-password': '' };
      return null;
    });
  const view = renderPart(<SettingPage title="系統設定" />, {
    account: anAccount(),
    path: tab === 'rdp' ? '/setting' : `/setting?activeKey=${tab}`,
  });
  return { api, ...view };
}

it('has every setting on one tab, and only one', () => {
  const shown = SETTING_TABS.flatMap((tab) => keysOf(tab));
  expect(shown.toSorted()).toEqual(SETTING_KEYS.toSorted());
});

describe('a tab', () => {
  it('shows what is stored, and saves all of its settings and no other', async () => {
    const { api, user } = open('rdp', { 'enable-wallpaper': 'false' });
    const wallpaper = await screen.findByRole('switch', { name: words.field['enable-wallpaper'] });
    expect(wallpaper.getAttribute('aria-checked')).toBe('false');
    await user.click(wallpaper);
    await user.click(screen.getByRole('button', { name: SAVE }));
    expect(await screen.findByText(words.message.saved)).toBeTruthy();
    const body = api.callsTo(updateSettings)[0]?.body;
    expect(Object.keys(body ?? {}).toSorted()).toEqual(keysOf('rdp').toSorted());
    expect(body).toMatchObject({ 'enable-wallpaper': true, 'enable-theming': true });
    await waitFor(() =>
      expect(
        screen.getByRole('switch', { name: words.field['enable-wallpaper'] }).getAttribute('aria-checked'),
      ).toBe('true'),
    );
  });

  it('refuses a wrong value at its field before anything is sent', async () => {
    const { api, user } = open('terminal');
    const size = await screen.findByLabelText(words.field['font-size']);
    await user.clear(size);
    await user.click(screen.getByRole('button', { name: SAVE }));
    expect(await screen.findByText('此欄位為必填')).toBeTruthy();
    expect(api.callsTo(updateSettings)).toEqual([]);
  });

  it('puts the server’s refusal at the field', async () => {
    const { api, user } = open('mail', { 'mail-host': 'old.example.test', 'mail-password-stored': 'true' });
    const message = '郵件伺服器已變更，請重新輸入密碼';
    api.on(updateSettings, () =>
      refuse('setting.mail_password_needed', message, {
        fields: [{ path: 'mail-password', rule: 'setting.mail_password_needed', message }],
      }),
    );
    const host = await screen.findByLabelText(words.field['mail-host']);
    await user.clear(host);
    await user.type(host, 'new.example.test');
    await user.click(screen.getByRole('button', { name: SAVE }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('says why the settings could not be read, and tries again', async () => {
    const { api, user } = open('log');
    await screen.findByText(words.field['login-log-saved-limit']);
    api.on(getSettings, () => refuse('internal', '伺服器發生未預期的錯誤'));
    await user.click(screen.getByRole('tab', { name: words.tab.other }));
    expect(await screen.findByText('伺服器發生未預期的錯誤')).toBeTruthy();
  });

  it('keeps records for ever when that is chosen', async () => {
    const { api, user } = open('log');
    api.on(previewRetention, () => [
      { part: 'loginLogs' as const, key: 'login-log-saved-limit' as const, count: 12, held: 3 },
      { part: 'jobLogs' as const, key: 'cron-log-saved-limit' as const, count: 5, held: 0 },
    ]);
    const keep = await screen.findByLabelText(words.field['login-log-saved-limit']);
    fireEvent.mouseDown(keep);
    // Others of the page are kept for ever already, and say so.
    const named = await screen.findAllByTitle(words.keep.forever);
    await user.click(named.find((one) => one.matches('.ant-select-item-option')) ?? keep);
    // What would go is said before it is saved, of what was changed alone.
    expect(await screen.findByText(/登入紀錄 12 筆。/)).toBeTruthy();
    expect(screen.getByText(/3 筆在法律保留中/)).toBeTruthy();
    expect(api.callsTo(previewRetention)[0]?.body).toEqual({ 'login-log-saved-limit': null });
    await user.click(screen.getByRole('button', { name: SAVE }));
    await screen.findByText(words.message.saved);
    expect(api.callsTo(updateSettings)[0]?.body).toEqual({
      'login-log-saved-limit': null,
      'audit-log-saved-limit': null,
      'cron-log-saved-limit': 360,
      'machine-task-saved-limit': 360,
      'event-outbox-max-mb': 1024,
      'event-pull-days': 0,
    });
  });
});

describe('unsaved changes', () => {
  it('are asked about before another tab takes their place', async () => {
    const { user } = open('rdp');
    await user.click(await screen.findByRole('switch', { name: words.field['enable-theming'] }));
    await user.click(screen.getByRole('tab', { name: words.tab.vnc }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(words.leave.help)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: words.leave.stay }));
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(words.tab.rdp);
    await user.click(screen.getByRole('tab', { name: words.tab.vnc }));
    await user.click(
      (await screen.findAllByRole('button', { name: words.leave.confirm })).at(-1) as HTMLElement,
    );
    await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe(words.tab.vnc));
  });

  it('stop the browser from closing the page; nothing unsaved does not', async () => {
    const { user } = open('rdp');
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const theming = await screen.findByRole('switch', { name: words.field['enable-theming'] });
    expect(closing()).toBe(false);
    await user.click(theming);
    expect(closing()).toBe(true);
  });
});

describe('mail', () => {
  it('never shows the password, and sends none unless one is typed', async () => {
    const { api, user } = open('mail', { 'mail-password-stored': 'true' });
    expect(await screen.findByText(catalogue.parts.secret.stored)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: SAVE }));
    await screen.findByText(words.message.saved);
    expect(api.callsTo(updateSettings)[0]?.body).toMatchObject({ 'mail-password': '' });
  });

  it('removes the stored password only when asked to', async () => {
    const { api, user } = open('mail', { 'mail-password-stored': 'true' });
    await user.click(await screen.findByRole('button', { name: words.action.clearPassword }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: words.action.clearPassword }));
    await screen.findByText(words.message.passwordCleared);
    expect(api.callsTo(updateSettings)[0]?.body).toEqual({ 'mail-password': null });
  });

  it('sends a test with what is on the form, and tells how it went', async () => {
    const { api, user } = open('mail');
    api.on(sendTestMail, () => refuse('mail.login_refused', '郵件伺服器拒絕登入'));
    await user.type(await screen.findByLabelText(words.field['mail-host']), 'mail.example.test');
    await user.type(screen.getByLabelText(words.field.testTo), 'me@example.test{Enter}');
    expect(await screen.findByText('郵件伺服器拒絕登入')).toBeTruthy();
    expect(api.callsTo(updateSettings)).toEqual([]);
    expect(api.callsTo(sendTestMail)[0]?.body).toMatchObject({
      to: 'me@example.test',
      settings: { 'mail-host': 'mail.example.test', 'mail-security': 'starttls', 'mail-password': '' },
    });
    api.on(sendTestMail, () => null);
    await user.click(screen.getByRole('button', { name: words.action.sendTest }));
    expect(await screen.findByText('測試郵件已寄到 me@example.test')).toBeTruthy();
  });
});

describe('guacd', () => {
  it('says why desktops cannot work, and looks again', async () => {
    const { api, user } = open('vnc');
    expect(await screen.findByText('127.0.0.1:4822 拒絕連線，guacd 可能沒有啟動')).toBeTruthy();
    api.on(getGuacdHealth, () => ({
      host: '127.0.0.1',
      port: 4822,
      reachable: true,
      version: '1.3.0',
      latencyMs: 2.5,
      managed: true,
      reason: '',
      warning: 'guacd 1.3.0 有已知的安全問題',
    }));
    await user.click(screen.getByRole('button', { name: words.action.recheck }));
    expect(await screen.findByText('guacd 1.3.0 可以使用：127.0.0.1:4822，2.5 毫秒')).toBeTruthy();
    expect(screen.getByText('guacd 1.3.0 有已知的安全問題')).toBeTruthy();
  });
});

describe('the logo', () => {
  function openBranding(logo: string) {
    const api = stubApi()
      .on(getSettings, () => someSettings())
      .on(setLogo, () => null)
      .on(removeLogo, () => null);
    const view = renderPart(
      <BrandingContext value={aBranding({ logo })}>
        <SettingPage title="系統設定" />
      </BrandingContext>,
      { account: anAccount(), path: '/setting?activeKey=branding' },
    );
    return { api, ...view };
  }
  const pick = async (file: File) =>
    fireEvent.change(await screen.findByLabelText(words.action.chooseLogo, { selector: 'input' }), {
      target: { files: [file] },
    });

  it('is sent as base64 as soon as it is chosen', async () => {
    const { api } = openBranding('');
    await pick(new File([new Uint8Array([137, 80, 78, 71])], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByText(words.message.logoSaved)).toBeTruthy();
    expect(api.callsTo(setLogo)[0]?.body).toEqual({ content: 'iVBORw==' });
    expect(screen.queryByRole('button', { name: words.action.resetLogo })).toBeNull();
  });

  it('is not an SVG', async () => {
    const { api } = openBranding('');
    await pick(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText(words.message.logoType)).toBeTruthy();
    expect(api.callsTo(setLogo)).toEqual([]);
  });

  it('is shown where there is one, and can be taken back', async () => {
    const { api, user } = openBranding('abc123');
    const picture = await screen.findByRole('img', { name: words.field.logo });
    expect(picture.getAttribute('src')).toBe('/branding/logo?v=abc123');
    await user.click(screen.getByRole('button', { name: words.action.resetLogo }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: words.action.resetLogo }));
    expect(await screen.findByText(words.message.logoReset)).toBeTruthy();
    expect(api.callsTo(removeLogo)).toHaveLength(1);
  });
});
