import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod';

import { connectApi } from '../app/surroundings.ts';
import { setLanguage } from '../i18n/index.ts';

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
