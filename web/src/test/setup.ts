import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod';

import { connectApi } from '../app/surroundings.ts';
import { setLanguage } from '../i18n/index.ts';

// The styles that Ant Design writes for each component are matched against every element; no test looks at them.
vi.mock('../app/theme.ts', async (original) => {
  const real = await original<typeof import('../app/theme.ts')>();
  return { ...real, antdTheme: (mode: 'light' | 'dark') => ({ ...real.antdTheme(mode), zeroRuntime: true }) };
});

z.config({ jitless: true });
// Pages and shells are loaded when they are first shown, which takes a while on a busy machine.
// Working out what is visible takes most of a test's time here; tests that care ask for it.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

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
});
