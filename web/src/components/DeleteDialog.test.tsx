import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { i18n } from '../i18n/index.ts';
import { renderPart } from '../test/render.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

const t = i18n.getFixedT('zh-TW', 'user-group');
const parts = i18n.getFixedT('zh-TW', 'parts');
const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `g${index}` }));

function open(count: number, given: { mustType?: boolean; note?: string; failure?: string } = {}) {
  const { failure, ...props } = given;
  const remove = vi.fn<(ids: readonly string[]) => Promise<unknown>>(async () => {
    if (failure !== undefined) {
      throw new Error(failure);
    }
  });
  const onClose = vi.fn<() => void>();
  const onDone = vi.fn<() => void>();
  const view = renderPart(
    <DeleteDialog
      open
      target={names(count)}
      words="user-group"
      nameOf={({ name }) => name}
      remove={remove}
      onClose={onClose}
      onDone={onDone}
      {...props}
    />,
  );
  const dialog = within(screen.getByRole('dialog'));
  const confirm = () => view.user.click(dialog.getByRole('button', { name: t('action.delete') }));
  return { ...view, dialog, confirm, remove, onClose, onDone };
}

it('names the object and what goes with it, and says that it is gone', async () => {
  const { dialog, confirm, remove, onDone, onClose } = open(1, { note: 'somebody uses it' });

  expect(dialog.getByText(t('confirm.delete.title', { name: 'g0' }))).toBeDefined();
  expect(dialog.getByText(t('confirm.delete.help'))).toBeDefined();
  expect(dialog.getByText('somebody uses it')).toBeDefined();
  await confirm();

  expect(await screen.findByText(t('message.deleted', { name: 'g0' }))).toBeDefined();
  expect(remove).toHaveBeenCalledWith(['0']);
  expect(onDone).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

it('lists a few of many and counts the rest', () => {
  const { dialog } = open(7);

  expect(dialog.getByText(t('confirm.deleteMany.title', { count: 7 }))).toBeDefined();
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'g0',
    'g1',
    'g2',
    'g3',
    'g4',
    parts('named.more', { count: 2 }),
  ]);
});

it('stays and says why when it was refused', async () => {
  const { dialog, confirm, onDone, onClose } = open(1, { failure: 'no' });
  await confirm();

  expect(await dialog.findByRole('alert')).toBeDefined();
  expect(onDone).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

it.each([1, 2])('waits for the name of one, or the verb for several (%i)', async (count) => {
  const { user, dialog, confirm, remove } = open(count, { mustType: true });
  await confirm();
  expect(remove).not.toHaveBeenCalled();

  await user.type(dialog.getByRole('textbox'), count === 1 ? 'g0' : t('action.delete'));
  await confirm();
  await waitFor(() => expect(remove).toHaveBeenCalledOnce());
});
