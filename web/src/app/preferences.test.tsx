import { savePreferences } from '@jadegate/contract/identity/user-preference';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { readTheme, saveLogin } from '../api/storage.ts';
import { usePreferences } from '../hooks/preferences.ts';
import { currentLanguage, setLanguage } from '../i18n/index.ts';
import { stubApi } from '../test/api-stub.ts';
import { aUser } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => setLanguage('zh-TW'));

function Choices() {
  const { language, theme, terminal, setLanguage: choose, setTheme, setTerminal } = usePreferences();
  return (
    <>
      <p>{JSON.stringify({ language, theme, terminal })}</p>
      <button type="button" onClick={() => choose('en')}>
        english
      </button>
      <button type="button" onClick={() => setTheme('dark')}>
        dark
      </button>
      <button type="button" onClick={() => setTerminal({ scheme: 'paper' })}>
        paper
      </button>
    </>
  );
}

const saved = () => {
  const bodies: unknown[] = [];
  stubApi().on(savePreferences, ({ body }) => {
    bodies.push(body);
    return body;
  });
  return bodies;
};
const press = (name: string) => screen.getByRole('button', { name });

it('keeps what is chosen with the account, and shows it at once', async () => {
  const bodies = saved();
  const { user } = renderPart(<Choices />, { account: aUser({ preferences: { theme: 'light' } }) });
  expect(screen.getByText(/"theme":"light"/)).toBeTruthy();
  await user.click(press('paper'));
  await user.click(press('dark'));
  expect(screen.getByText(/"theme":"dark","terminal":\{"scheme":"paper"\}/)).toBeTruthy();
  // One call or two: what is chosen while one is under way goes with the next.
  await waitFor(() =>
    expect(Object.assign({}, ...bodies)).toEqual({ terminal: { scheme: 'paper' }, theme: 'dark' }),
  );
});

it('takes over what the account says, in a browser that never saw it', async () => {
  saved();
  renderPart(<Choices />, { account: aUser({ preferences: { language: 'en', theme: 'dark' } }) });
  await waitFor(() => expect(currentLanguage()).toBe('en'));
  expect(readTheme()).toBe('dark');
});

it('gives what was chosen on the login page to the account that signs in there', async () => {
  const bodies = saved();
  const { user } = renderPart(<Choices />);
  await user.click(press('english'));
  expect(bodies).toEqual([]);
  act(() => saveLogin('token-1', aUser({ preferences: { language: 'zh-TW' } })));
  await waitFor(() => expect(bodies).toEqual([{ language: 'en' }]));
  expect(currentLanguage()).toBe('en');
});
