import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { VmConsoleKind } from '@jadegate/contract/fleet/vm-console';
import { useEffect, useReducer, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as z from 'zod';

import { CONSOLE_PROTOCOLS } from '../../../components/session-path.ts';
import { forgetBegin, readBegin } from '../../../components/session/session-begin.ts';
import { useAccount } from '../../../hooks/account.ts';
import type { Pane, SessionPlace } from './pane-tree.ts';
import { changeLayout, EMPTY, Layout } from './session-layout.ts';

const Protocol = z.enum(PROTOCOLS);

/** Kept for this window only, and only for the person who made it. `origin` is what the address names. */
const Stored = z.object({ userId: z.string(), origin: z.string(), layout: Layout });

export function newPane(place: SessionPlace): Pane {
  return { kind: 'pane', id: newPaneId(), ...place };
}

/** Unique in this window, over reloads too. `crypto.randomUUID` is missing over plain HTTP. */
export function newPaneId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('-');
}

function paneOf({ id, name }: { id: string; name: string }): Pane {
  return newPane({ assetId: id, assetName: name, protocol: undefined });
}

/** The console that an address names. */
function consoleNamed(search: URLSearchParams): SessionPlace['vm'] {
  const id = search.get('vmId') ?? '';
  const kind = VmConsoleKind.safeParse(search.get('console')).data;
  return id !== '' && kind ? { id, console: kind } : undefined;
}

function read(key: string, userId: string): z.infer<typeof Stored> | undefined {
  try {
    const parsed = Stored.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.success && parsed.data.userId === userId ? parsed.data : undefined;
  } catch {
    // Not JSON, or storage is switched off: the window starts afresh.
    return undefined;
  }
}

/** Panes and tabs of this window. A reload finds them as they were, each with its session. */
export function useSessionLayout(key: string) {
  const [search] = useSearchParams();
  const userId = useAccount()?.id ?? '';
  const assetId = search.get('assetId') ?? '';
  const vm = consoleNamed(search);
  const origin = vm ? `${vm.id} ${vm.console}` : assetId;
  const [begun] = useState(() => {
    const begin = readBegin();
    return begin && { text: begin.text, panes: begin.assets.map(paneOf) };
  });
  const [layout, change] = useReducer(changeLayout, undefined, () => {
    const stored = read(key, userId);
    const before = stored?.layout ?? EMPTY;
    if (begun) {
      return changeLayout(before, { type: 'open-grid', panes: begun.panes });
    }
    if (origin === '' || (stored?.origin === origin && before.tabs.length > 0)) {
      return before;
    }
    const protocol = Protocol.safeParse(search.get('protocol')).data;
    const assetName = search.get('assetName') ?? '';
    const pane = newPane(
      vm
        ? { assetId: '', assetName, vm, protocol: CONSOLE_PROTOCOLS[vm.console] }
        : { assetId, assetName, protocol },
    );
    return changeLayout(before, { type: 'open', pane, place: 'tab' });
  });
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify({ userId, origin, layout }));
    } catch {
      // Full or switched off: it holds until the page is left.
    }
  }, [key, userId, origin, layout]);
  useEffect(forgetBegin, []);
  return { layout, change, begun };
}
