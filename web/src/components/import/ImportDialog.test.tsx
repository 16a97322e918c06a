import type { ImportPreview, ImportRow } from '@jadegate/contract/import';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { i18n } from '../../i18n/index.ts';
import { renderPart } from '../../test/render.tsx';
import { ImportDialog } from './ImportDialog.tsx';

const t = i18n.getFixedT('zh-TW', 'parts');

const row = (line: number, name: string, change: Partial<ImportRow> = {}): ImportRow => ({
  line,
  state: 'new',
  cells: { name },
  errors: [],
  ...change,
});

const PREVIEW: ImportPreview = {
  columns: ['name'],
  counts: { new: 1, exists: 0, duplicate: 0, invalid: 1 },
  rows: [
    row(2, 'good'),
    row(3, 'bad', { state: 'invalid', errors: [{ field: 'name', message: '格式不正確' }] }),
  ],
};

function open({ preview = vi.fn(async () => PREVIEW), run = vi.fn(async () => ({ created: 1 })) } = {}) {
  const onClose = vi.fn();
  const view = renderPart(
    <ImportDialog
      open
      title="匯入"
      help={null}
      sample={{ name: 'sample.csv', text: 'name\r\n' }}
      columnLabel={(column) => `欄位 ${column}`}
      maxBytes={1024}
      preview={preview}
      run={run}
      renderResult={({ created }: { created: number }) => <p>完成 {created}</p>}
      onClose={onClose}
    />,
  );
  const choose = async (text: string, name = 'rows.csv') => {
    await view.user.upload(
      screen.getByLabelText(t('file.input')),
      new File([text], name, { type: 'text/csv' }),
    );
  };
  const look = () => view.user.click(screen.getByRole('button', { name: t('import.look') }));
  return { ...view, preview, run, onClose, choose, look };
}

it('shows every row with its errors at the cell, and writes only after it was seen', async () => {
  const { user, choose, look, run } = open();
  await choose('name\ngood\nbad\n');
  await look();

  expect(await screen.findByText('good')).toBeDefined();
  expect(screen.getByText('格式不正確')).toBeDefined();
  expect(screen.getAllByText('欄位 name').length).toBeGreaterThan(0);
  expect(run).not.toHaveBeenCalled();

  await user.click(screen.getByRole('checkbox', { name: t('import.onlyWrong') }));
  expect(screen.queryByText('good')).toBeNull();
  expect(screen.getByText('bad')).toBeDefined();

  await user.click(screen.getByText(t('import.run', { count: 1 })));
  expect(await screen.findByText('完成 1')).toBeDefined();
  expect(run).toHaveBeenCalledOnce();
});

it('takes pasted text', async () => {
  const { user, preview, look } = open();
  await user.click(screen.getByText(t('import.byPaste')));
  await user.type(screen.getByRole('textbox', { name: t('import.byPaste') }), 'name');
  await look();
  expect(await screen.findByText('good')).toBeDefined();
  const [[sent] = []] = preview.mock.calls as unknown as [Blob][];
  expect(await sent?.text()).toBe('name');
});

it('says why a file was refused and keeps it', async () => {
  const { choose, look } = open({
    preview: vi.fn(async () => {
      throw new Error('nope');
    }),
  });
  await choose('big5');
  await look();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByText(/rows\.csv/)).toBeDefined();
});

it('refuses a file above the limit at once', async () => {
  const { choose } = open();
  await choose('x'.repeat(2000), 'large.csv');
  expect(screen.getByText(t('file.tooLarge', { name: 'large.csv', limit: 0 }))).toBeDefined();
  expect(screen.getByRole('button', { name: t('import.look') }).hasAttribute('disabled')).toBe(true);
});

it('has nothing to write when no row is good', async () => {
  const nothing = { ...PREVIEW, counts: { ...PREVIEW.counts, new: 0 } };
  const { choose, look } = open({ preview: vi.fn(async () => nothing) });
  await choose('name');
  await look();
  const run = await screen.findByText(t('import.run', { count: 0 }));
  expect(run.closest('button')?.disabled).toBe(true);
});
