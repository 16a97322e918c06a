// public/early.js: what the page shows before the console is there.
import { pathToFileURL } from 'node:url';

import { afterEach, expect, it } from 'vitest';

import { earlyLogin } from './early-login.tsx';

const SCRIPT = pathToFileURL(`${import.meta.dirname}/../../../../public/early.js`).href;
let runs = 0;

/** Runs the script as a page of that address does, which has been read then. Answers how many fields it shows. */
async function fieldsAt(path: string): Promise<number> {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<div id="root"></div><template id="login-zh-TW">${await earlyLogin('zh-TW')}</template>`;
  await import(/* @vite-ignore */ `${SCRIPT}?${(runs += 1)}`);
  document.dispatchEvent(new Event('readystatechange'));
  return document.querySelectorAll('#root input').length;
}

afterEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});

it('somebody can type before any script has come, on the way to the login alone', async () => {
  expect(await fieldsAt('/')).toBeGreaterThan(1);
  expect(location.pathname).toBe('/login');
  expect(await fieldsAt('/login?from=%2Fasset')).toBeGreaterThan(1);
  expect(location.search).toBe('?from=%2Fasset');
  expect(await fieldsAt('/asset')).toBe(0);
});

it('whoever is signed in sees no login form on the way', async () => {
  localStorage.setItem('X-Auth-Token', 'anything');
  expect(await fieldsAt('/')).toBe(0);
  expect(location.pathname).toBe('/');
});
