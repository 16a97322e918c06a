import { listOwnStorages } from '@jadegate/contract/files/storage';
import type { AccountInfo } from '@jadegate/contract/identity/account';
import { getAccountInfo } from '@jadegate/contract/identity/account';
import { listSignInWays, type SignInWays } from '@jadegate/contract/identity/source-sign-in';
import { getBranding, type Branding } from '@jadegate/contract/platform/branding';
import { listNotices } from '@jadegate/contract/platform/notice';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';

import { createQueryClient } from '../api/query-client.ts';
import { saveLogin } from '../api/storage.ts';
import { AntdLayer } from '../app/AntdLayer.tsx';
import { App } from '../app/App.tsx';
import { AccountProvider, PreferencesProvider } from '../app/providers.tsx';
import { forgetOnLoginChange } from '../app/session.ts';
import { allowUnansweredCalls, type ApiStub, type Refusal, stubApi } from './api-stub.ts';
import { aBranding } from './builders.ts';

/** A person at the keyboard, without the slow check whether the style sheet lets the pointer through. */
function setupUser() {
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
}

/** Stores a login as the login page would. */
export function signIn(account: AccountInfo, token = 'token-1'): void {
  saveLogin(token, account);
}

interface AppOptions {
  branding?: Branding | Refusal;
  /** How one can sign in; with a password, unless said otherwise. */
  ways?: SignInWays;
  account?: AccountInfo;
  api?: ApiStub;
}

const WITH_PASSWORD: SignInWays = { sources: [], directories: [], passwordLogin: 'allowed', passkeys: false };

/** The whole console at an address, against a stubbed server that knows the branding and the account. */
export function renderApp(
  path: string,
  { account, api = stubApi(), branding = aBranding(), ways = WITH_PASSWORD }: AppOptions = {},
) {
  api.on(getBranding, () => branding);
  api.on(listSignInWays, () => ways);
  api.on(listNotices, () => []);
  api.on(listOwnStorages, () => []);
  if (account) {
    signIn(account);
    api.on(getAccountInfo, () => account);
  }
  allowUnansweredCalls();
  window.history.replaceState(null, '', path);
  const queryClient = createQueryClient();
  forgetOnLoginChange(queryClient);
  return { api, user: setupUser(), ...render(<App queryClient={queryClient} />) };
}

/** One part of a page with everything around it that it may ask for. */
export function renderPart(
  part: ReactNode,
  {
    account,
    path = '/',
  }: { account?: AccountInfo; path?: string | { pathname: string; state: unknown } } = {},
) {
  if (account) {
    signIn(account);
  }
  const queryClient = createQueryClient();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        <AccountProvider>
          <MemoryRouter initialEntries={[path]}>
            <AntdLayer>{part}</AntdLayer>
          </MemoryRouter>
        </AccountProvider>
      </PreferencesProvider>
    </QueryClientProvider>,
  );
  return { queryClient, user: setupUser(), ...view };
}

/** Where the console is. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}
