import { createRoot } from 'react-dom/client';
import * as z from 'zod';

import { createQueryClient } from './api/query-client.ts';
import { readLanguage, readTheme } from './api/storage.ts';
import { App } from './app/App.tsx';

import './app/base.css';
import { cspNonce, stampStyleElements } from './app/csp-nonce.ts';
import { loadChunk } from './app/load-chunk.ts';
import { preloadAt, preloadShells } from './app/routes.tsx';
import { forgetOnLoginChange } from './app/session.ts';
import { connectApi } from './app/surroundings.ts';
import { applyTheme, themeChoice } from './app/theme-mode.ts';
import { pageLanguage, setLanguage } from './i18n/index.ts';

// zod would otherwise try to compile schemas with `new Function`, which the Content-Security-Policy refuses.
z.config({ jitless: true });

async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container);
  stampStyleElements(cspNonce());
  applyTheme(themeChoice(readTheme()));
  connectApi();
  preloadAt(window.location.pathname);
  try {
    await loadChunk(() => setLanguage(readLanguage() ?? pageLanguage()));
    const queryClient = createQueryClient();
    forgetOnLoginChange(queryClient);
    root.render(<App queryClient={queryClient} />);
    whenIdle(preloadShells);
  } catch (error) {
    // Not even the words are there, so this is the one text outside the catalogues.
    container.textContent = `Unexpected Application Error! ${String(error)}`;
  }
}

/** Safari has no idle callback; a second is about as good. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) {
    requestIdleCallback(work);
  } else {
    setTimeout(work, 1000);
  }
}

const container = document.getElementById('root');
if (container) {
  void start(container);
}
