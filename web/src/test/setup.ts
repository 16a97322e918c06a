import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod';

import { connectApi } from '../app/surroundings.ts';
import { setLanguage } from '../i18n/index.ts';
import { refuseUnansweredCalls } from './api-stub.ts';

// The styles that Ant Design writes for each component are matched against every element; no test looks at them.
// What a theme is made of is worked out once for each object that describes one.
vi.mock('../app/theme.ts', async (original) => {
  const real = await original<typeof import('../app/theme.ts')>();
  const [light, dark] = (['light', 'dark'] as const).map((mode) => ({
    ...real.antdTheme(mode),
    zeroRuntime: true,
  }));
  return { ...real, antdTheme: (mode: 'light' | 'dark') => (mode === 'dark' ? dark : light) };
});

// React notes for each element where it was made, for its warnings: a stack of calls a thousand times per page. It stops
// by itself when there are too many.
const internals = (React as unknown as Record<string, object | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
}

/** The page is written into it when somebody reads it, and not each time something is not there yet. */
function elementError(message: string | null, container: Element): Error {
  let text: string | undefined;
  return Object.defineProperty(new Error('something was not found'), 'message', {
    configurable: true,
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
    set: (given: string) => {
      text = given;
    },
  });
}

z.config({ jitless: true });
// Pages and shells are loaded when they are first shown, which takes a while on a busy machine.
// Working out what is visible takes most of a test's time here; tests that care ask for it.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true, getElementError: elementError });

beforeEach(async () => {
  await setLanguage('zh-TW');
  connectApi();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  refuseUnansweredCalls();
});

// A part that is loaded ahead while the last test ends would fail to load, and with it the file that needs it next.
afterAll(() => vi.dynamicImportSettled());
