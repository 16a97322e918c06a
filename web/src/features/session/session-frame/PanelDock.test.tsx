import {
  PANEL_WIDTHS,
  savePreferences,
  type PanelPreferences,
} from '@jadegate/contract/identity/user-preference';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { PanelDock } from './PanelDock.tsx';
import { usePanelDock } from './usePanelDock.ts';

const t = i18n.getFixedT('zh-TW', 'session-frame');
const PANELS = ['files', 'share'] as const;

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <>
      <input aria-label={`field of ${name}`} />
      <button type="button" onClick={() => setCount(count + 1)}>{`${name} ${count}`}</button>
    </>
  );
}

function openDock(panel: PanelPreferences = {}) {
  const saved: unknown[] = [];
  stubApi().on(savePreferences, ({ body }) => {
    saved.push(body.panel);
    return body;
  });
  const onReturn = vi.fn();
  function Window() {
    const dock = usePanelDock();
    return (
      <>
        <textarea aria-label="session" />
        {PANELS.map((id) => (
          <button key={id} type="button" onClick={() => dock.show(id)}>{`show ${id}`}</button>
        ))}
        <button type="button" onClick={dock.focus}>
          focus
        </button>
        <PanelDock
          dock={dock}
          panels={PANELS.map((id) => ({
            key: id,
            title: `title of ${id}`,
            owner: 'web-01',
            isShown: dock.open === id,
            content: <Counter name={id} />,
          }))}
          onClose={() => dock.show(undefined)}
          onReturn={onReturn}
        />
      </>
    );
  }
  const view = renderPart(<Window />, { account: anAccount({ preferences: { panel } }) });
  return { ...view, saved, onReturn };
}

const button = (name: string) => screen.getByRole('button', { name });
const handle = () => screen.getByRole('separator', { name: t('panel.resize') });

afterEach(() => vi.unstubAllGlobals());

describe('the dock beside a session', () => {
  it('shows the panel that was left open, as wide as it was, and takes no keyboard for it', () => {
    openDock({ open: 'files', width: 500 });
    expect(screen.getByRole('region', { name: 'title of files' })).toBeDefined();
    expect(handle().getAttribute('aria-valuenow')).toBe('500');
    expect(document.activeElement).toBe(document.body);
  });

  it('leaves the keyboard where it is when a panel opens, and keeps what goes on in the other', async () => {
    const { user, saved } = openDock();
    expect(screen.queryByRole('region')).toBeNull();
    await user.click(button('show files'));
    await user.click(button('files 0'));
    await user.click(screen.getByLabelText('session'));
    await user.keyboard('ls');
    expect(screen.getByLabelText<HTMLTextAreaElement>('session').value).toBe('ls');
    await user.click(button('show share'));
    expect(screen.queryByRole('region', { name: 'title of files' })).toBeNull();
    await user.click(button('show files'));
    expect(button('files 1')).toBeDefined();
    await user.click(button(t('panel.close')));
    expect(screen.queryByRole('region')).toBeNull();
    await waitFor(() => expect(saved).toEqual([{ open: 'files' }, { open: 'share' }, { open: 'files' }, {}]));
  });

  it('is made wider and narrower with keys, within bounds, and remembers it once', async () => {
    const { user, saved } = openDock({ open: 'share' });
    handle().focus();
    await user.keyboard('{ArrowLeft}');
    const wider = PANEL_WIDTHS.default + 24;
    expect(handle().getAttribute('aria-valuenow')).toBe(String(wider));
    await waitFor(() => expect(saved).toEqual([{ open: 'share', width: wider }]));
    await user.keyboard('{ArrowRight>20/}');
    expect(handle().getAttribute('aria-valuenow')).toBe(String(PANEL_WIDTHS.min));
    await waitFor(() => expect(saved.slice(1)).toEqual([{ open: 'share', width: PANEL_WIDTHS.min }]));
  });

  it('takes the keyboard where that is asked for, and gives it back with Escape', async () => {
    const { user, onReturn } = openDock({ open: 'files' });
    await user.click(button('focus'));
    expect(document.activeElement).toBe(screen.getByLabelText('field of files'));
    await user.keyboard('{Escape}');
    expect(onReturn).toHaveBeenCalledOnce();
  });

  it('covers the session on a phone, with a way back, and is not remembered', async () => {
    const narrow = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.stubGlobal('matchMedia', () => narrow);
    const { user, saved } = openDock({ open: 'files' });
    expect(screen.queryByRole('region')).toBeNull();
    await user.click(button('show share'));
    expect(screen.getByRole('region', { name: 'title of share' })).toBeDefined();
    expect(screen.queryByRole('separator')).toBeNull();
    await user.click(button(t('panel.back')));
    expect(screen.queryByRole('region')).toBeNull();
    expect(saved).toEqual([]);
  });
});
