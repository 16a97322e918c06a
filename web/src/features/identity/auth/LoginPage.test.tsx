import { changePassword, getAccountInfo, login } from '@jadegate/contract/identity/account';
import { confirmTotp, reloadTotp } from '@jadegate/contract/identity/second-factor';
import { finishSourceSignIn, startSourceSignIn } from '@jadegate/contract/identity/source-sign-in';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Suspense, use } from 'react';
import { describe, expect, it } from 'vitest';

import { keepAway, readAway } from '../../../api/source-sign-in.ts';
import { readToken, readUser } from '../../../api/storage.ts';
import { BrandingContext } from '../../../hooks/branding.ts';
import { catalogue } from '../../../i18n/zh-TW.ts';
import { NETWORK_DOWN, refuse, stubApi, type ApiStub } from '../../../test/api-stub.ts';
import { aBranding, anAccount, aUser } from '../../../test/builders.ts';
import { answerDashboard } from '../../../test/dashboard-stub.ts';
import { currentPath, renderApp, renderPart, signIn } from '../../../test/render.tsx';
import { SourceReturnPage } from './SourceReturnPage.tsx';

const words = catalogue.auth;

async function openLogin(api: ApiStub, path = '/login') {
  const view = renderApp(path, { api });
  const username = await screen.findByLabelText(words.field.username);
  const submit = async (name = 'ming', password = 'secret') => {
    await view.user.type(username, name);
    await view.user.type(screen.getByLabelText(words.field.password), password);
    await view.user.keyboard('{Enter}');
  };
  return { ...view, submit };
}

describe('an identity source', () => {
  const acme = { key: 'acme', name: '公司帳號', icon: 'keycloak' } as const;

  it('stands below the form, and a source that does not answer is named', async () => {
    const api = stubApi().on(startSourceSignIn, () =>
      refuse('source.unreachable', '登入來源「公司帳號」目前沒有回應'),
    );
    const { user } = renderApp('/login', {
      api,
      ways: { sources: [acme], directories: [], passwordLogin: 'allowed', passkeys: false },
    });
    await user.click(await screen.findByRole('button', { name: /公司帳號/ }));
    expect((await screen.findByRole('alert')).textContent).toContain(acme.name);
    expect(screen.getByLabelText(words.field.password)).toBeTruthy();
  });

  it('stands alone where passwords are for emergencies, which have a form of their own', async () => {
    const { user } = renderApp('/login', {
      ways: { sources: [acme], directories: [], passwordLogin: 'emergency', passkeys: false },
    });
    await waitFor(() => expect(screen.queryByLabelText(words.field.password)).toBeNull());
    await user.click(screen.getByRole('button', { name: catalogue['sign-in-source'].emergency }));
    expect(screen.getByLabelText(words.field.password)).toBeTruthy();
  });

  it.each(['allowed', 'emergency', 'off'] as const)(
    'a directory says whose password is asked for where passwords are %s',
    async (passwordLogin) => {
      renderApp('/login', {
        ways: { sources: [], directories: ['公司目錄'], passwordLogin, passkeys: false },
      });
      const { directories, directoriesOnly } = catalogue['sign-in-source'];
      const said = passwordLogin === 'allowed' ? directories : directoriesOnly;
      expect(await screen.findByText(said.replace('{{names}}', '公司目錄'))).toBeTruthy();
      expect(screen.getByLabelText(words.field.password)).toBeTruthy();
    },
  );

  it('that refuses says whom to ask', async () => {
    window.history.replaceState(null, '', '/login/callback/acme?error=access_denied');
    renderPart(
      <BrandingContext value={aBranding({ contact: 'it@example.tw 分機 123' })}>
        <SourceReturnPage />
      </BrandingContext>,
    );
    expect((await screen.findByRole('alert')).textContent).toBe(catalogue['sign-in-source'].notFromHere);
    expect(screen.getByText(/it@example\.tw 分機 123/)).toBeTruthy();
  });

  it('is come back from once, however often the page is rendered before it is shown', async () => {
    const api = stubApi().on(finishSourceSignIn, () => ({ token: 'token-7', info: aUser() }));
    const search = '?code=c&state=s';
    keepAway({ url: '', state: 's', binding: 'b' }, { key: acme.key, purpose: 'login', next: '/my-asset' });
    window.history.replaceState(null, '', `/login/callback/acme${search}`);
    const comesLater = Promise.resolve();
    const Late = () => use(comesLater) ?? null;
    await act(async () => {
      renderPart(
        <Suspense>
          <SourceReturnPage />
          <Late />
        </Suspense>,
      );
      await comesLater;
    });
    await waitFor(() => expect(readToken()).toBe('token-7'));
    expect(api.callsTo(finishSourceSignIn).map(({ body }) => body)).toEqual([
      { binding: 'b', search, remember: false },
    ]);
    expect(window.location.search).toBe('');
    expect(readAway(search)).toBeUndefined();
  });
});

describe('signing in', () => {
  it('stores the token and the user and goes on', async () => {
    const api = stubApi()
      .on(login, () => ({ token: 'token-9', info: aUser() }))
      .on(getAccountInfo, () => aUser());
    sessionStorage.setItem('openKeys', '["ops"]');
    const { user, submit } = await openLogin(api);
    await user.click(screen.getByLabelText(words.field.remember));
    await submit();
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
    expect(api.callsTo(login)[0]?.body).toEqual({ username: 'ming', password: 'secret', remember: true });
    expect(readToken()).toBe('token-9');
    expect(readUser()?.username).toBe('ming');
    expect(sessionStorage.getItem('openKeys')).toBeNull();
    // The login has been answered with who it is.
    expect(api.callsTo(getAccountInfo)).toEqual([]);
  });

  it('goes back to the page one came from', async () => {
    const api = stubApi()
      .on(login, () => ({ token: 't', info: aUser() }))
      .on(getAccountInfo, () => aUser());
    const { submit } = await openLogin(api, '/login?from=%2Fmy-command%3Fpage%3D2');
    await submit();
    await waitFor(() => expect(currentPath()).toBe('/my-command?page=2'));
  });

  it('never follows an address to another host', async () => {
    const api = stubApi()
      .on(login, () => ({ token: 't', info: aUser() }))
      .on(getAccountInfo, () => aUser());
    const { submit } = await openLogin(api, '/login?from=%2F%2Fevil.example%2Fx');
    await submit();
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
  });

  it('asks for both fields before it calls the server', async () => {
    const api = stubApi();
    const { user } = await openLogin(api);
    await user.click(screen.getByRole('button', { name: words.action.signIn }));
    expect(screen.getAllByText('此欄位為必填')).toHaveLength(2);
    expect(api.callsTo(login)).toEqual([]);
  });

  it.each([
    ['what the server says', refuse('login.failed', '帳號或密碼不正確'), '帳號或密碼不正確'],
    ['that the network is down', NETWORK_DOWN, catalogue.common.failure.network],
  ])('shows %s and keeps what was typed', async (_name, answer, sentence) => {
    const { submit } = await openLogin(stubApi().on(login, () => answer));
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByLabelText<HTMLInputElement>(words.field.username).value).toBe('ming');
    expect(readToken()).toBeNull();
  });

  it('shows and hides the password', async () => {
    const { user } = await openLogin(stubApi());
    const password = screen.getByLabelText<HTMLInputElement>(words.field.password);
    expect(password.type).toBe('password');
    await user.click(screen.getByRole('button', { name: words.action.showPassword }));
    expect(password.type).toBe('text');
  });

  it('does not ask somebody who is signed in already', async () => {
    renderApp('/login', { account: aUser() });
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
  });
});

describe('the one-time code', () => {
  it('is asked for on code 100, stays open when it was wrong, and is sent with the rest', async () => {
    const api = stubApi()
      .on(login, ({ body }) => {
        if (body.totp === undefined) {
          return refuse('login.totp_required');
        }
        return body.totp === '123456'
          ? { token: 't', info: aUser() }
          : refuse('login.totp_wrong', '驗證碼不正確');
      })
      .on(getAccountInfo, () => aUser());
    const { user, submit } = await openLogin(api);
    await submit();
    const dialog = within(await screen.findByRole('dialog'));
    await user.keyboard('{Enter}');
    expect(await dialog.findByText(words.totp.empty)).toBeTruthy();
    const code = dialog.getByLabelText(words.field.totp);
    await user.type(code, '000000{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toBe('驗證碼不正確');
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/my-asset'));
    expect(api.callsTo(login).at(-1)?.body).toMatchObject({
      username: 'ming',
      password: 'secret',
      totp: '123456',
    });
  });
});

describe('a one-time password', () => {
  const pending = anAccount({ mustChangePassword: true, owedStep: 'change-password' });
  const fresh = anAccount();

  async function typeNew(user: Awaited<ReturnType<typeof openLogin>>['user'], first: string, second = first) {
    await user.type(await screen.findByLabelText(words.field.newPassword), first);
    await user.type(screen.getByLabelText(words.field.newPassword2), `${second}{Enter}`);
  }

  it('must be changed before anything else; the one just typed is not asked for again', async () => {
    const api = answerDashboard(stubApi())
      .on(login, () => ({ token: 't', info: pending }))
      .on(changePassword, () => null)
      .on(getAccountInfo, () => fresh);
    const { user, submit } = await openLogin(api);
    await submit('admin', 'printed-once');
    await screen.findByRole('heading', { name: words.forced.title });
    expect(currentPath()).toBe('/login');
    expect(screen.queryByLabelText(words.field.oldPassword)).toBeNull();
    await typeNew(user, 'correct horse');
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
    expect(api.callsTo(changePassword)[0]?.body).toMatchObject({
      oldPassword: 'printed-once',
      newPassword: 'correct horse',
    });
    expect(readUser()?.mustChangePassword).toBe(false);
  });

  it('is asked for when the page was loaded anew', async () => {
    signIn(pending);
    const api = stubApi().on(changePassword, () => refuse('account.password_wrong', '目前的密碼不正確'));
    const { user } = renderApp('/login', { api });
    await user.type(await screen.findByLabelText(words.field.oldPassword), 'wrong');
    await typeNew(user, 'correct horse');
    expect((await screen.findByRole('alert')).textContent).toBe('目前的密碼不正確');
    expect(currentPath()).toBe('/login');
  });

  it('refuses a short password and two different ones without calling the server', async () => {
    signIn(pending);
    const { user, api } = renderApp('/login');
    await user.type(await screen.findByLabelText(words.field.oldPassword), 'old');
    await typeNew(user, 'short', 'other');
    expect(screen.getByText('必須介於 8 到 256 個字元')).toBeTruthy();
    expect(screen.getByText('兩次輸入的內容不一致')).toBeTruthy();
    expect(api.callsTo(changePassword)).toEqual([]);
  });
});

describe('a compulsory second factor', () => {
  const pending = anAccount({ owedStep: 'enrol-totp' });
  const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
  const enrolling = () =>
    answerDashboard(stubApi())
      .on(login, () => ({ token: 't', info: pending }))
      .on(reloadTotp, () => ({ qr: 'iVBORw0KGgo=', secret: 'JBSWY3DPEHPK3PXP' }))
      .on(getAccountInfo, () => anAccount({ enableTotp: true }));

  it('must be set up before anything else, and the recovery codes kept', async () => {
    const api = enrolling().on(confirmTotp, () => ({ recoveryCodes: codes }));
    const { user, submit } = await openLogin(api);
    await submit();
    await screen.findByRole('heading', { name: words.enrol.title });
    expect(currentPath()).toBe('/login');
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await user.type(screen.getByLabelText(words.field.firstCode), '123456{Enter}');
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
    expect(api.callsTo(confirmTotp)[0]?.body).toEqual({ totp: '123456', secret: 'JBSWY3DPEHPK3PXP' });
    const goOn = screen.getByRole<HTMLButtonElement>('button', { name: words.action.goOn });
    expect(goOn.disabled).toBe(true);
    await user.click(screen.getByLabelText(catalogue.parts.recovery.saved));
    await user.click(goOn);
    await waitFor(() => expect(currentPath()).toBe('/dashboard'));
    expect(readUser()).toMatchObject({ owedStep: null, enableTotp: true });
  });

  it('says why a code was refused and lets one leave', async () => {
    const api = enrolling().on(confirmTotp, () => refuse('login.totp_wrong', '驗證碼不正確'));
    const { user, submit } = await openLogin(api);
    await submit();
    await user.type(await screen.findByLabelText(words.field.firstCode), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('驗證碼不正確');
    expect(readUser()?.owedStep).toBe('enrol-totp');
    await user.click(screen.getByRole('button', { name: words.action.otherAccount }));
    expect(await screen.findByLabelText(words.field.username)).toBeTruthy();
    expect(readToken()).toBeNull();
  });

  it('follows the change of a one-time password when both are owed', async () => {
    const first = anAccount({ mustChangePassword: true, owedStep: 'change-password' });
    const api = enrolling()
      .on(login, () => ({ token: 't', info: first }))
      .on(changePassword, () => null)
      .on(getAccountInfo, () => pending);
    const { user, submit } = await openLogin(api);
    await submit();
    await user.type(await screen.findByLabelText(words.field.newPassword), 'correct horse');
    await user.type(screen.getByLabelText(words.field.newPassword2), 'correct horse{Enter}');
    expect(await screen.findByRole('heading', { name: words.enrol.title })).toBeTruthy();
    expect(currentPath()).toBe('/login');
  });
});

describe('before signing in', () => {
  it('can be read in English', async () => {
    const { user } = await openLogin(stubApi());
    await user.selectOptions(screen.getByLabelText(catalogue.common.preference.language), 'en');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(localStorage.getItem('language')).toBe('en');
    expect(document.documentElement.lang).toBe('en');
  });

  it('can be dark', async () => {
    const { user } = await openLogin(stubApi());
    await user.selectOptions(screen.getByLabelText(catalogue.common.preference.theme), 'dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });
});
