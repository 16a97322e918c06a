import { SnippetsOutlined } from '@ant-design/icons';
import { DESKTOP_PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { MAX_DESKTOP_SIDE } from '@jadegate/contract/session/desktop-socket';
import { App, Skeleton } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod';

import { TouchMode } from '../../../components/desktop/touch-mode.ts';
import { useStoredState } from '../../../hooks/useStoredState.ts';
import type { Pane } from '../session-frame/pane-tree.ts';
import type { SessionPanel, Tenant } from '../session-frame/tenant.ts';
import type { SessionDesk } from '../session-frame/useSessionDesk.ts';
import type { DesktopHandle } from './DesktopPane.tsx';
import { DesktopTools } from './DesktopTools.tsx';
import type { MicrophoneState } from './microphone.ts';
import { InputWay } from './text-reach.ts';

interface DesktopTenantOptions {
  desk: SessionDesk;
  /** What other features show of a session: features do not know each other. */
  panels: readonly SessionPanel[];
}

// What draws a desktop is for those who open one; a window of terminals does without.
const Session = lazy(async () => ({ default: (await import('./DesktopSession.tsx')).DesktopSession }));
const Clipboard = lazy(async () => ({ default: (await import('./ClipboardPanel.tsx')).ClipboardPanel }));

/** The same around every desktop, and what is seen of the window while one is on its way. */
const COLOURS = { background: '#1b1b1b', foreground: '#e6e6e6', isDark: true };

const Side = z.coerce.number().int().min(1).max(MAX_DESKTOP_SIDE);
/** By asset: whether a host takes keys that no keyboard has is a matter of the host. */
const InputWays = z.record(z.string(), InputWay);
const NO_WAYS: z.infer<typeof InputWays> = {};
const FixedSize = z.object({ width: Side, height: Side });

/** Desktops in the session frame. */
export function useDesktopTenant({ desk, panels }: DesktopTenantOptions): Tenant {
  const { t } = useTranslation('desktop');
  const { message } = App.useApp();
  const [search] = useSearchParams();
  const handles = useRef(new Map<string, DesktopHandle>());
  const [copied, setCopied] = useState<Record<string, string>>({});
  const [microphones, setMicrophones] = useState<Record<string, MicrophoneState>>({});
  const [inputWays, setInputWays] = useStoredState('desktop-input', InputWays, NO_WAYS);
  const [touchMode, setTouchMode] = useStoredState('desktop-touch', TouchMode, 'touchpad');
  const { pane } = desk;
  const fixedSize = FixedSize.safeParse(Object.fromEntries(search)).data;

  const keepHandle = (id: string, handle: DesktopHandle | null) => {
    if (handle) {
      handles.current.set(id, handle);
    } else {
      handles.current.delete(id);
    }
  };
  const onCopied = ({ id }: Pane, text: string, isWritten: boolean) => {
    setCopied((before) => ({ ...before, [id]: text }));
    if (!isWritten) {
      void message.info({ key: 'desktop-copied', content: t('clipboard.waits') });
    }
  };

  const onMicrophone = ({ id }: Pane, state: MicrophoneState) => {
    setMicrophones((before) => ({ ...before, [id]: state }));
    if (state === 'refused') {
      void message.warning({ key: 'desktop-microphone', content: t('microphone.refused') });
    }
  };

  const clipboard: SessionPanel = {
    id: 'clipboard',
    label: t('clipboard.title'),
    icon: <SnippetsOutlined aria-hidden />,
    isOffered: () => true,
    render: ({ sessionId, onReturn }) => {
      const owner = desk.paneOf(sessionId);
      return (
        owner && (
          <Suspense fallback={<Skeleton active />}>
            <Clipboard
              mayCopy={owner.mayCopy !== false}
              mayPaste={owner.mayPaste !== false}
              copied={copied[owner.id] ?? ''}
              protocol={owner.protocol}
              inputWay={inputWays[owner.assetId] ?? 'keys'}
              onInputWay={(way) => setInputWays({ ...inputWays, [owner.assetId]: way })}
              onSend={(text) => handles.current.get(owner.id)?.putClipboard(text) ?? false}
              onType={(text) => {
                onReturn();
                handles.current.get(owner.id)?.type(text);
              }}
            />
          </Suspense>
        )
      );
    },
  };

  return {
    protocols: DESKTOP_PROTOCOLS,
    colours: COLOURS,
    panels: [clipboard, ...panels],
    renderSession: (slot) => (
      <Suspense fallback={<div style={{ flex: 1, background: COLOURS.background }} />}>
        <Session
          slot={slot}
          fixedSize={fixedSize}
          touchMode={touchMode}
          inputWay={inputWays[slot.pane.assetId] ?? 'keys'}
          onHandle={(handle) => keepHandle(slot.pane.id, handle)}
          onActivity={() => desk.onActivity(slot.pane.id)}
          onCopied={(text, isWritten) => onCopied(slot.pane, text, isWritten)}
          onMicrophone={(state) => onMicrophone(slot.pane, state)}
        />
      </Suspense>
    ),
    sessionTools: (
      <DesktopTools
        isConnected={pane !== undefined && desk.stateOf(pane.id).name === 'connected'}
        microphone={pane?.mayTalk === true ? (microphones[pane.id] ?? 'off') : undefined}
        onTalk={(isOn) => {
          handles.current.get(pane?.id ?? '')?.talk(isOn);
          desk.focusSession();
        }}
        touchMode={touchMode}
        onTouchMode={setTouchMode}
        onPress={(keysyms) => {
          handles.current.get(pane?.id ?? '')?.press(keysyms);
          desk.focusSession();
        }}
        onKeyboard={desk.focusSession}
      />
    ),
  };
}
