import { expect, it, vi } from 'vitest';

import { anAccount } from '../test/builders.ts';
import {
  clearLogin,
  readOpenKeys,
  readToken,
  readUser,
  saveLogin,
  saveOpenKeys,
  subscribeLogin,
} from './storage.ts';

it('keeps the token under X-Auth-Token and the user as JSON under user', () => {
  saveLogin('token-1', anAccount({ nickname: '小美' }));
  expect(localStorage.getItem('X-Auth-Token')).toBe('token-1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ nickname: '小美', type: 'admin' });
});

it('forgets both at logout', () => {
  saveLogin('token-1', anAccount());
  clearLogin();
  expect(localStorage.getItem('X-Auth-Token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
  expect(readToken()).toBeNull();
});

it('keeps the open menu groups in session storage and forgets them at the next login', () => {
  saveOpenKeys(['resource', 'ops']);
  expect(sessionStorage.getItem('openKeys')).toBe('["resource","ops"]');
  expect(readOpenKeys()).toEqual(['resource', 'ops']);
  saveLogin('token-2', anAccount());
  expect(readOpenKeys()).toEqual([]);
});

it.each(['not json', '{"type":"root"}', 'null', ''])(
  'takes an unreadable user for a missing one: %j',
  (text) => {
    localStorage.setItem('user', text);
    expect(readUser()).toBeUndefined();
  },
);

it('answers the same object until the stored user changes', () => {
  saveLogin('token-1', anAccount());
  expect(readUser()).toBe(readUser());
});

it('tells when another tab signs out', () => {
  const listener = vi.fn<() => void>();
  const stop = subscribeLogin(listener);
  window.dispatchEvent(new StorageEvent('storage', { key: 'cs-user' }));
  expect(listener).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: 'X-Auth-Token' }));
  expect(listener).toHaveBeenCalledOnce();
  stop();
});
