import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { savePreferences } from '@jadegate/contract/identity/user-preference';
import { getBranding } from '@jadegate/contract/platform/branding';
import { listOwnSessions, type OwnSession } from '@jadegate/contract/session/own-session';
import type { SessionFileFlags } from '@jadegate/contract/session/session';
import { act, screen, within } from '@testing-library/react';
import { theme } from 'antd';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { aBranding, anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SessionFrame } from './SessionFrame.tsx';
import type { SessionPanel, SessionSlot, Tenant } from './tenant.ts';
import { useSessionDesk } from './useSessionDesk.ts';

const t = i18n.getFixedT('zh-TW', 'session-frame');

const FILES: SessionFileFlags = {
  fileSystem: '1',
  upload: '1',
  download: '1',
  delete: '1',
  rename: '1',
  edit: '1',
  createDir: '1',
};
const NO_FILES: SessionFileFlags = { ...FILES, fileSystem: '0' };

const aPanel = (id: SessionPanel['id'], isOffered: SessionPanel['isOffered']): SessionPanel => ({
  id,
  label: id,
  icon: null,
  isOffered,
  render: ({ sessionId }) => <p>{`${id} of ${sessionId}`}</p>,
});

beforeEach(() => sessionStorage.clear());

/** The frame around something that is no terminal: a picture that reports what the test says. */
function openFrame({ path = '/?assetId=a1&assetName=studio', own = [] as OwnSession[] } = {}) {
  stubApi()
    .on(getBranding, () => aBranding())
    .on(listOwnSessions, () => own)
    .on(savePreferences, ({ body }) => body);
  const handle = { focus: vi.fn(), retry: vi.fn(), stay: vi.fn(), end: vi.fn() };
  const slots = new Map<string, SessionSlot>();
  function Picture({ slot }: { slot: SessionSlot }) {
    slots.set(slot.pane.id, slot);
    return (
      <div ref={(element) => slot.ref(element ? handle : null)}>
        picture
        <textarea aria-label="keys" />
      </div>
    );
  }
  function Page() {
    const desk = useSessionDesk({ storageKey: 'picture-layout' });
    return (
      <SessionFrame
        desk={desk}
        tenants={[
          {
            protocols: ['vnc'],
            panels: [aPanel('files', ({ files }) => files?.fileSystem === '1'), aPanel('share', () => true)],
            renderSession: (slot) => <Picture slot={slot} />,
          },
        ]}
      />
    );
  }
  const view = renderPart(<Page />, { account: anAccount(), path });
  const report = (change: (slot: SessionSlot) => void, at = 0) =>
    act(() => {
      const slot = [...slots.values()][at];
      if (slot) {
        change(slot);
      }
    });
  const connect = (files: SessionFileFlags) =>
    report(({ onSession, onState }) => {
      onSession({
        id: 's1',
        protocol: 'vnc',
        mayCopy: true,
        mayPaste: true,
        username: 'root',
        appearance: undefined,
        files,
      });
      onState({ name: 'connected' });
    });
  const panes = () => [...slots.values()].map(({ pane }) => pane);
  const shown = () => panes().map(({ assetName, sessionId }) => [assetName, sessionId]);
  return { ...view, handle, report, connect, shown, panes };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('an address that names a session', () => {
  const own: OwnSession = {
    ...FILES,
    id: 's9',
    assetId: 'a9',
    assetName: 'studio',
    vmId: '',
    protocol: 'vnc',
    clientIp: '10.0.0.9',
    connectedTime: '2026-01-02 03:04:05',
    isOpen: false,
    awayUntil: null,
    storageId: '',
    username: 'root',
    copy: '1',
    paste: '1',
  };

  it('goes on with it, once', async () => {
    const { shown, unmount } = openFrame({ path: '/?resume=s9', own: [own] });
    expect(await screen.findByText('picture')).toBeDefined();
    expect(shown()).toEqual([['studio', 's9']]);
    unmount();
    // The page is loaded again.
    const again = openFrame({ path: '/?resume=s9', own: [own] });
    expect(await screen.findByText('picture')).toBeDefined();
    expect(again.shown()).toEqual([['studio', 's9']]);
  });

  it('goes on with a console, which begins again as that console', async () => {
    const { panes } = openFrame({ path: '/?resume=s9', own: [{ ...own, assetId: '', vmId: 'v1' }] });
    expect(await screen.findByText('picture')).toBeDefined();
    expect(panes()).toMatchObject([{ sessionId: 's9', vm: { id: 'v1', console: 'vnc' } }]);
  });

  it('says that it is over when it is', async () => {
    openFrame({ path: '/?resume=s9' });
    expect(await screen.findByText(t('noAsset.gone'))).toBeDefined();
  });
});

describe('an address that names a console', () => {
  const path = (kind: string) => `/?vmId=v1&console=${kind}&assetName=web-01（主控台）`;

  it('opens it under its name, and not under the account of the hypervisor', async () => {
    const { connect, panes } = openFrame({ path: path('vnc') });
    connect(NO_FILES);
    expect(panes()).toMatchObject([{ assetId: '', protocol: 'vnc', vm: { id: 'v1', console: 'vnc' } }]);
    expect(await screen.findByText('web-01（主控台）')).toBeDefined();
    expect(screen.queryByText(/root@/)).toBeNull();
  });

  it('of a kind that nobody knows opens nothing', async () => {
    const { panes } = openFrame({ path: path('spice') });
    expect(await screen.findByText(t('noAsset.title'))).toBeDefined();
    expect(panes()).toEqual([]);
  });
});

describe('the frame of a session that is no terminal', () => {
  it('offers a panel where the session has it, and while it is connected', async () => {
    const { user, connect, report } = openFrame();
    expect([button('files').disabled, button('share').disabled]).toEqual([true, true]);
    connect(NO_FILES);
    expect([button('files').disabled, button('share').disabled]).toEqual([true, false]);
    await user.hover(button('files').parentElement as HTMLElement);
    expect((await screen.findByRole('tooltip')).textContent).toBe(`files：${t('panel.notOffered')}`);
    connect(FILES);
    await user.click(button('files'));
    expect(screen.getByText('files of s1')).toBeDefined();
    report(({ onState }) => onState({ name: 'lost', sinceMs: 0, why: 'cut' }));
    // The one that is open stays as it is, and can be closed.
    expect([button('files').disabled, button('share').disabled]).toEqual([false, true]);
    expect(screen.getByText('files of s1')).toBeDefined();
  });

  it('leaves the keyboard with the session when a pointer opens or closes a panel', async () => {
    const { user, connect, handle } = openFrame();
    connect(FILES);
    handle.focus.mockClear();
    await user.click(button('files'));
    expect(handle.focus).toHaveBeenCalledOnce();
    await user.click(button(t('panel.close')));
    expect(handle.focus).toHaveBeenCalledTimes(2);
    button('share').focus();
    await user.keyboard('{Enter}');
    expect(handle.focus).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'share' }));
  });

  it('is left with keys: to the panel, to the bar, and back', async () => {
    const { user, connect, handle } = openFrame();
    connect(FILES);
    await user.click(button('files'));
    handle.focus.mockClear();
    await user.keyboard('{Alt>}{Shift>}l{/Shift}{/Alt}');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'files' }));
    await user.keyboard('{Alt>}{Shift>}l{/Shift}{/Alt}');
    expect(document.activeElement).toBe(button('files'));
    expect(handle.focus).not.toHaveBeenCalled();
    await user.keyboard('{Alt>}{Shift>}l{/Shift}{/Alt}');
    expect(handle.focus).toHaveBeenCalledOnce();
  });

  it('shows the panel of the session with the focus, and none that it does not have', async () => {
    const { user, connect, report } = openFrame();
    connect(FILES);
    await user.click(button('files'));
    await user.click(button(t('action.splitRight')));
    // Nobody knows yet what the other will have.
    expect(screen.getByText(t('panel.notConnected'))).toBeDefined();
    const session = {
      protocol: 'vnc',
      mayCopy: true,
      mayPaste: true,
      username: 'root',
      appearance: undefined,
    } as const;
    report(({ onSession, onState }) => {
      onSession({ ...session, id: 's2', files: NO_FILES });
      onState({ name: 'connected' });
    }, 1);
    expect(screen.queryByRole('region', { name: 'files' })).toBeNull();
    report(({ onFocus }) => onFocus());
    expect(screen.getByText('files of s1')).toBeDefined();
  });

  it('shows who else is there and what the session has to say', async () => {
    const { user, connect, report, handle } = openFrame();
    connect(FILES);
    const han = { name: 'Han', username: 'han', mode: 'read' } as const;
    report(({ onNotice }) => onNotice({ kind: 'participants', text: '', participants: [han] }));
    expect(screen.getByLabelText(/Han/)).toBeDefined();
    report(({ onNotice }) =>
      onNotice({ kind: 'watched', text: '', participants: [{ ...han, name: '王主任' }] }),
    );
    expect(screen.getByLabelText(/王主任 正在觀看/)).toBeDefined();
    report(({ onNotice }) => onNotice({ kind: 'watched', text: '', participants: [] }));
    expect(screen.queryByLabelText(/王主任/)).toBeNull();
    report(({ onNotice }) => onNotice({ kind: 'idle', text: 'x', seconds: 30 }));
    await user.click(button(t('ending.stay')));
    expect(handle.stay).toHaveBeenCalledOnce();
    // The server takes the warning back.
    report(({ onNotice }) => onNotice({ kind: 'idle', text: '', seconds: 0 }));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('keeps what an administrator said until it was read, whatever else happens', async () => {
    const { user, connect, report } = openFrame();
    connect(FILES);
    report(({ onNotice }) => onNotice({ kind: 'message', text: '王主任：五點維護', from: '王主任' }));
    report(({ onNotice }) => onNotice({ kind: 'message', text: '王主任：請先存檔', from: '王主任' }));
    report(({ onNotice }) => onNotice({ kind: 'blocked', text: 'rm' }));
    expect(screen.getByText('王主任：五點維護')).toBeDefined();
    await user.click(button(t('message.readMore', { count: 1 })));
    expect(screen.queryByText('王主任：五點維護')).toBeNull();
    expect(screen.getByText('王主任：請先存檔')).toBeDefined();
    await user.click(button(t('message.read')));
    expect(screen.queryByText('王主任：請先存檔')).toBeNull();
    expect(screen.getByText('rm')).toBeDefined();
  });

  it('says how a session ended, and begins again in the same place', async () => {
    const { user, connect, report } = openFrame();
    connect(FILES);
    report(({ onState }) => onState({ name: 'over', reason: 'closed by the administrator' }));
    const pane = screen.getByRole('region', { name: 'studio' });
    expect(within(pane).getByText('closed by the administrator')).toBeDefined();
    await user.click(within(pane).getByRole('button', { name: t('action.reconnect') }));
    expect(screen.queryByText('closed by the administrator')).toBeNull();
    expect(screen.getAllByText('picture')).toHaveLength(1);
  });

  it('begins again by Enter, but not by one that was meant for the session that just ended', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { user, connect, report, panes } = openFrame();
    connect(FILES);
    const began = () => new Set(panes().map(({ id }) => id)).size;
    await user.type(screen.getByLabelText('keys'), '{Enter}');
    report(({ onState }) => onState({ name: 'over', reason: 'idle' }));
    now.mockReturnValue(100);
    await user.type(screen.getByLabelText('keys'), '{Enter}');
    expect(began()).toBe(1);
    now.mockReturnValue(1000);
    await user.type(screen.getByLabelText('keys'), 'x');
    expect(began()).toBe(1);
    await user.type(screen.getByLabelText('keys'), '{Enter}');
    expect(began()).toBe(2);
    expect(screen.queryByText('idle')).toBeNull();
  });

  it('asks before it closes what is connected, and ends it', async () => {
    const { user, connect, handle } = openFrame();
    connect(FILES);
    await user.click(button(t('action.splitRight')));
    expect(screen.getAllByText('picture')).toHaveLength(2);
    const [first] = screen.getAllByRole('button', { name: `${t('action.closePane')} studio` });
    if (first) {
      await user.click(first);
    }
    expect(handle.end).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: t('close.ok') }));
    expect(handle.end).toHaveBeenCalledOnce();
    expect(screen.getAllByText('picture')).toHaveLength(1);
  });
});

describe('a window with several kinds of session', () => {
  const aTenant = (protocol: Protocol): Tenant => ({
    protocols: [protocol],
    panels: [],
    renderSession: ({ onSession }) => (
      <button
        type="button"
        onClick={() =>
          onSession({
            id: 's1',
            protocol: 'rdp',
            mayCopy: true,
            mayPaste: true,
            username: '',
            appearance: undefined,
            files: NO_FILES,
          })
        }
      >
        {`a pane of ${protocol}`}
      </button>
    ),
    sessionTools: <p>{`tools of ${protocol}`}</p>,
  });
  function Page() {
    const desk = useSessionDesk({ storageKey: 'mixed-layout' });
    return <SessionFrame desk={desk} tenants={[aTenant('ssh'), aTenant('rdp')]} />;
  }
  const open = (path: string) => {
    stubApi()
      .on(getBranding, () => aBranding())
      .on(listOwnSessions, () => []);
    return renderPart(<Page />, { account: anAccount(), path });
  };

  it('shows a pane as its asset speaks, and the tools of that kind', async () => {
    open('/?assetId=a1&assetName=office&protocol=rdp');
    expect(await screen.findByText('a pane of rdp')).toBeDefined();
    expect(screen.getByText('tools of rdp')).toBeDefined();
    expect(screen.queryByText('tools of ssh')).toBeNull();
  });

  it('takes the colours of the session with the focus for all of the window, and no session begins anew', async () => {
    const begun = vi.fn();
    function Sample() {
      const { token } = theme.useToken();
      return <i data-testid="ground">{token.colorBgContainer}</i>;
    }
    function Session() {
      useEffect(() => begun(), []);
      return <Sample />;
    }
    const colours = { background: '#04140a', foreground: '#4be38a', isDark: true };
    function Coloured() {
      const desk = useSessionDesk({ storageKey: 'coloured-layout' });
      const [hasColours, setHasColours] = useState(true);
      const tenant = { ...aTenant('ssh'), renderSession: () => <Session />, windowTools: <Sample /> };
      return (
        <>
          <button type="button" onClick={() => setHasColours(false)}>
            other
          </button>
          <SessionFrame desk={desk} tenants={[{ ...tenant, ...(hasColours && { colours }) }]} />
        </>
      );
    }
    stubApi()
      .on(getBranding, () => aBranding())
      .on(listOwnSessions, () => []);
    const { user } = renderPart(<Coloured />, { account: anAccount(), path: '/?assetId=a1&assetName=x' });
    const grounds = () => new Set(screen.getAllByTestId('ground').map(({ textContent }) => textContent));
    const [own, ...others] = grounds();
    expect(others).toEqual([]);
    await user.click(button('other'));
    expect([...grounds()]).not.toContain(own);
    expect(begun).toHaveBeenCalledOnce();
  });

  it('follows what the server says where the address does not say it', async () => {
    const { user } = open('/?assetId=a1&assetName=office&protocol=nonsense');
    await user.click(await screen.findByText('a pane of ssh'));
    expect(screen.getByText('a pane of rdp')).toBeDefined();
    expect(screen.queryByText('a pane of ssh')).toBeNull();
  });
});
