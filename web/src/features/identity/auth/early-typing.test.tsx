import { login } from '@jadegate/contract/identity/account';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { catalogue } from '../../../i18n/zh-TW.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { renderApp } from '../../../test/render.tsx';
import { earlyLogin } from './early-login.tsx';
import { earlyTyping, keepEarlyTyping, whenComposed } from './early-typing.ts';

const words = catalogue.auth;

let page: HTMLElement;
beforeEach(async () => {
  page = document.createElement('div');
  page.innerHTML = await earlyLogin('zh-TW');
  document.body.append(page);
});
afterEach(() => page.remove());

function type(name: string, value: string): HTMLInputElement {
  const input = page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!input) {
    throw new Error(`the form of the page has no ${name}`);
  }
  input.value = value;
  input.focus();
  return input;
}

it('is found in the form of the console, which goes on at the same place', async () => {
  type('username', 'ming');
  type('password', 'secret').setSelectionRange(2, 2);
  keepEarlyTyping(page);
  page.remove();
  const { user } = renderApp('/login');
  await user.keyboard('XX');
  expect(screen.getByLabelText<HTMLInputElement>(words.field.username).value).toBe('ming');
  expect(screen.getByLabelText<HTMLInputElement>(words.field.password).value).toBe('seXXcret');
  // It was handed over.
  expect(earlyTyping()).toBeUndefined();
});

it('is sent when Enter was pressed already', async () => {
  type('username', 'ming');
  type('password', 'secret');
  const form = page.querySelector('form');
  form?.setAttribute('data-sent', '');
  keepEarlyTyping(page);
  page.remove();
  const api = stubApi().on(login, () => refuse('login.failed', '帳號或密碼不正確'));
  renderApp('/login', { api });
  expect((await screen.findByRole('alert')).textContent).toBe('帳號或密碼不正確');
  await waitFor(() =>
    expect(api.callsTo(login).map(({ body }) => body)).toEqual([
      { username: 'ming', password: 'secret', remember: false },
    ]),
  );
});

it('waits for a character that is being composed', () => {
  const start = vi.fn();
  const form = page.querySelector('form');
  form?.setAttribute('data-composing', '');
  whenComposed(page, start);
  expect(start).not.toHaveBeenCalled();
  form?.dispatchEvent(new Event('compositionend'));
  expect(start).toHaveBeenCalledOnce();
});

it('leads nowhere without a script: the password would stand in the address', async () => {
  expect(page.querySelector('form')?.getAttribute('method')).toBe('dialog');
  page.innerHTML = await earlyLogin('en');
  expect(page.textContent).toContain('Sign in');
});
