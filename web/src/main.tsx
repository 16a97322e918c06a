import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';

import { createQueryClient } from './api/query-client.ts';
import { readLanguage, readTheme, readToken } from './api/storage.ts';
import { App } from './app/App.tsx';

import './app/base.css';
import { cspNonce, stampStyleElements } from './app/csp-nonce.ts';
import { preloadAt, preloadShells } from './app/routes.tsx';
import { forgetOnLoginChange } from './app/session.ts';
import { connectApi } from './app/surroundings.ts';
import { applyTheme, themeChoice } from './app/theme-mode.ts';
import { keepEarlyTyping, whenComposed } from './features/identity/auth/early-typing.ts';
import { beginIn, pageLanguage } from './i18n/index.ts';

// zod would otherwise try to compile schemas with `new Function`, which the Content-Security-Policy refuses.
z.config({ jitless: true });

/** The person gets this long with the first page alone; what comes next is fetched after it, while they type. */
const ALONE_MS = 1000;

function start(container: HTMLElement): void {
  stampStyleElements(cspNonce());
  applyTheme(themeChoice(readTheme()));
  connectApi();
  // First, since what is loaded ahead comes with the texts of this language.
  beginIn(readLanguage() ?? pageLanguage());
  preloadAt(window.location.pathname);
  const queryClient = createQueryClient();
  forgetOnLoginChange(queryClient);
  const root = createRoot(container);
  keepEarlyTyping(container);
  // At once: a key between the form of the page and that of the console would be lost.
  flushSync(() => root.render(<App queryClient={queryClient} />));
  setTimeout(() => whenIdle(prepareConsole), ALONE_MS);
}

function prepareConsole(): void {
  preloadShells();
  if (readToken() === null) {
    // Without it the console only comes a little later.
    import('./app/rehearsal.tsx').then(({ rehearse }) => whenIdle(rehearse)).catch(() => {});
  }
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) {
    requestIdleCallback(work);
  } else {
    work();
  }
}

const container = document.getElementById('root');
if (container) {
  whenComposed(container, () => start(container));
}
