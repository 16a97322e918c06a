import type { AccountInfo } from '@jadegate/contract/identity/account';
import { MENU_IDS } from '@jadegate/contract/menu';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Activity, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router';

import { readToken, subscribeLogin } from '../api/storage.ts';
import { AccountContext } from '../hooks/account.ts';
import { AdminFrame } from './AdminShell.tsx';
import { AntdLayer } from './AntdLayer.tsx';
import { DashboardWithParts } from './DashboardWithParts.tsx';
import { PreferencesProvider } from './providers.tsx';

/** Nobody: somebody who would see every menu. */
const STAND_IN: AccountInfo = {
  id: '',
  username: '',
  nickname: '',
  type: 'admin',
  enableTotp: false,
  hasPasskey: false,
  roles: [],
  roleNames: [],
  menus: [...MENU_IDS],
  mustChangePassword: false,
  passwordAt: '',
  owedStep: null,
};
const STAGE = '/dashboard';
/** The console is surely drawn by then, and holds what it shares with the rehearsal. */
const CURTAIN_MS = 10_000;

/**
 * Draws the console once where nobody sees it, in small slices while a person types their password. Ant Design makes its
 * styles when a part is drawn for the first time, and the browser reads a function when it is first called: together that
 * is most of what one waits for after Enter. Hidden from birth, it runs no effects: nothing is asked of the server, no key
 * is listened to, no title set.
 */
export function rehearse(): void {
  const root = createRoot(document.createElement('div'));
  root.render(
    <Activity mode="hidden">
      <QueryClientProvider client={new QueryClient()}>
        <PreferencesProvider>
          <AccountContext value={STAND_IN}>
            <MemoryRouter initialEntries={[STAGE]}>
              <AntdLayer>
                <Suspense fallback={null}>
                  <Routes>
                    <Route element={<AdminFrame />}>
                      <Route path={STAGE} element={<DashboardWithParts title="" />} />
                    </Route>
                  </Routes>
                </Suspense>
              </AntdLayer>
            </MemoryRouter>
          </AccountContext>
        </PreferencesProvider>
      </QueryClientProvider>
    </Activity>,
  );
  const stop = subscribeLogin(() => {
    if (readToken() !== null) {
      stop();
      setTimeout(() => root.unmount(), CURTAIN_MS);
    }
  });
}
