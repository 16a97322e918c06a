import { expect, it } from 'vitest';

import { roleName, roleNameAmong } from './roles.ts';

it('built-in roles are called in the language of who reads, all others as they were named', () => {
  const stored = '稽核管理員';
  const builtIn = { id: 'audit-administrator', name: stored };
  expect([roleName(builtIn, 'zh-TW'), roleName(builtIn, 'en')]).toEqual([stored, 'Audit administrator']);
  expect(roleName({ id: '01990000', name: stored }, 'en')).toBe(stored);
  expect(roleNameAmong(stored, ['audit-administrator'], 'en')).toBe('Audit administrator');
  expect(roleNameAmong(stored, ['01990000'], 'en')).toBe(stored);
});
