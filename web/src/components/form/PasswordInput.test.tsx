import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { i18n } from '../../i18n/index.ts';
import { renderPart } from '../../test/render.tsx';
import { generatePassword } from './generate-password.ts';
import { PasswordInput } from './PasswordInput.tsx';

const t = i18n.getFixedT('zh-TW', 'parts');

function Controlled() {
  const [value, setValue] = useState('');
  return <PasswordInput id="password" value={value} onChange={setValue} />;
}

it('generates a password that is shown and can be copied, until it is typed over', async () => {
  const { user, container } = renderPart(<Controlled />);
  const input = container.querySelector<HTMLInputElement>('#password');
  await user.click(screen.getByRole('button', { name: t('password.generate') }));
  expect(input?.type).toBe('text');
  expect(input?.value).toMatch(/^[A-Za-z2-9]{20}$/);
  expect(screen.getByRole('button', { name: t('copy.idle') })).toBeDefined();

  await user.type(input ?? document.body, 'x');
  expect(screen.queryByRole('button', { name: t('copy.idle') })).toBeNull();
});

it('is never shorter than the installation asks for, and never twice the same', () => {
  expect(generatePassword(64)).toHaveLength(64);
  expect(new Set(Array.from({ length: 50 }, () => generatePassword(8))).size).toBe(50);
});
