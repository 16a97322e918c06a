import {
  createLoginPolicy,
  getLoginPolicy,
  updateLoginPolicy,
} from '@jadegate/contract/identity/login-policy';
import type { DayWindow } from '@jadegate/contract/time-window';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { WEEKDAYS } from '../../../components/week/week.ts';
import { BrandingContext } from '../../../hooks/branding.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aLoginPolicy } from './login-policy.builders.ts';
import { LoginPolicyFormDrawer } from './LoginPolicyFormDrawer.tsx';

const t = i18n.getFixedT('zh-TW', 'login-policy');
const week = i18n.getFixedT('zh-TW', 'week');
const parts = i18n.getFixedT('zh-TW', 'parts');

const days = (values: Partial<Record<number, string>>): DayWindow[] =>
  WEEKDAYS.map((key) => ({ key, value: values[key] ?? '' }));

const stored = (key: number, value: string) => ({
  id: `window-${key}`,
  loginPolicyId: 'policy-1',
  key,
  value,
});

async function openForm(id?: string) {
  const { user } = renderPart(
    <BrandingContext value={{ timeZone: 'Asia/Taipei' }}>
      <LoginPolicyFormDrawer open target={id} onClose={() => undefined} />
    </BrandingContext>,
    { account: anAccount() },
  );
  const drawer = within(await screen.findByRole('dialog'));
  const name = await drawer.findByLabelText(t('field.name'));
  const cell = (day: (typeof WEEKDAYS)[number], time: string) =>
    drawer.getByLabelText(`${week(`weekday.${day}`)} ${time}`);
  const save = () => user.click(drawer.getByRole('button', { name: parts('action.save') }));
  return { user, drawer, name, cell, save };
}

it('sends the rectangle that was dragged, and the defaults around it', async () => {
  const api = stubApi().on(createLoginPolicy, () => aLoginPolicy());
  const { user, drawer, name, cell, save } = await openForm();
  expect(drawer.getByText(week('help.zone', { zone: 'Asia/Taipei' }))).toBeDefined();
  expect(drawer.getByText(week('window.any'))).toBeDefined();

  await user.type(name, 'Office');
  await user.click(drawer.getByRole('radio', { name: new RegExp(t('choice.allow.title')) }));
  fireEvent.pointerDown(cell(1, '09:00–09:30'), { button: 0 });
  fireEvent.pointerOver(cell(2, '17:30–18:00'));
  fireEvent.pointerUp(window);
  expect(drawer.getAllByText('09:00–18:00')).toHaveLength(2);
  await save();

  await waitFor(() => expect(api.callsTo(createLoginPolicy)).toHaveLength(1));
  expect(api.callsTo(createLoginPolicy)[0]?.body).toEqual({
    name: 'Office',
    priority: 50,
    ipGroup: '0.0.0.0/0',
    rule: 'allow',
    enabled: true,
    timePeriod: days({ 1: '09:00~18:00', 2: '09:00~18:00' }),
  });
});

it('asks first whether it lets in or turns away, and turns away unless told otherwise', async () => {
  const api = stubApi().on(createLoginPolicy, () => aLoginPolicy());
  const { user, drawer, name, save } = await openForm();
  const radios = drawer.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ checked }) => checked)).toEqual([false, true]);
  const grid = drawer.getByRole('grid');
  const isBefore = (node: Node) => grid.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
  expect(radios.every(isBefore)).toBe(true);
  expect(drawer.getByText(t('choice.reject.help'))).toBeDefined();

  await user.type(name, 'Nights');
  await save();
  await waitFor(() => expect(api.callsTo(createLoginPolicy)).toHaveLength(1));
  expect(api.callsTo(createLoginPolicy)[0]?.body).toMatchObject({ rule: 'reject' });
});

it('is painted by keyboard: arrows move, Space toggles', async () => {
  stubApi();
  const { user, cell } = await openForm();

  cell(1, '00:00–00:30').focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowLeft}{ArrowRight} ');
  const painted = cell(2, '00:30–01:00');
  expect(document.activeElement).toBe(painted);
  expect(painted.getAttribute('aria-selected')).toBe('true');
  await user.keyboard(' ');

  expect(painted.getAttribute('aria-selected')).toBe('false');
});

it('takes office hours with one link', async () => {
  stubApi();
  const { user, drawer } = await openForm();
  await user.click(drawer.getByRole('button', { name: week('action.office') }));
  expect(drawer.getAllByText('09:00–18:00')).toHaveLength(5);
  expect(drawer.getAllByText(week('window.none'))).toHaveLength(2);
});

it('takes everything with one link and nothing with the other', async () => {
  stubApi();
  const { user, drawer } = await openForm();

  await user.click(drawer.getByRole('button', { name: week('action.wholeWeek') }));
  const chosen = drawer.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(chosen).toEqual(WEEKDAYS.map(() => week('window.wholeDay')));
  await user.click(drawer.getByRole('button', { name: week('action.clear') }));

  expect(drawer.getByText(week('window.any'))).toBeDefined();
});

it('keeps stored windows off the half hour, says so, and sends them as they were', async () => {
  const api = stubApi()
    .on(getLoginPolicy, () => aLoginPolicy({ timePeriod: [stored(1, '09:15~17:45')] }))
    .on(updateLoginPolicy, () => null);
  const { drawer, cell, save } = await openForm('policy-1');

  expect(drawer.getByText('09:15–17:45')).toBeDefined();
  expect(drawer.getByText(week('help.offGrid'))).toBeDefined();
  expect(cell(1, '09:00–09:30').dataset.state).toBe('partly');
  await save();

  await waitFor(() => expect(api.callsTo(updateLoginPolicy)).toHaveLength(1));
  expect(api.callsTo(updateLoginPolicy)[0]?.body.timePeriod).toEqual([{ key: 1, value: '09:15~17:45' }]);
});

it('shows stored windows it cannot read as text', async () => {
  stubApi().on(getLoginPolicy, () => aLoginPolicy({ timePeriod: [stored(1, 'mornings')] }));
  const { drawer } = await openForm('policy-1');

  expect(drawer.getByText('mornings')).toBeDefined();
  expect(drawer.getByText(week('help.unreadable'))).toBeDefined();
});
