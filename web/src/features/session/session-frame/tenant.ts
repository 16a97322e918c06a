import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { SessionPanelId } from '@jadegate/contract/identity/user-preference';
import type { SessionFileFlags } from '@jadegate/contract/session/session';
import type { Notice } from '@jadegate/contract/session/session-notice';
import type { ReactNode } from 'react';

import type { Pane } from './pane-tree.ts';
import type { PreparedSession } from './prepare-session.ts';
import type { SessionState } from './session-state.ts';

/** What the frame does with an open session, whatever it shows. */
export interface SessionHandle {
  /** Takes the keyboard. */
  focus(): void;
  /** Tries to get the connection back now. */
  retry(): void;
  /** Keeps the session awake without any input. */
  stay(): void;
  end(): void;
}

/** What a session in a pane reports to the frame. `ref` gives the frame its handle. */
export interface SessionSlot {
  pane: Pane;
  isFocused: boolean;
  ref: (handle: SessionHandle | null) => void;
  onSession: (session: PreparedSession) => void;
  onState: (state: SessionState) => void;
  onNotice: (notice: Notice) => void;
  /** Where on the machine the person is, for sessions that can tell. */
  onDirectory: (path: string) => void;
  onFocus: () => void;
}

interface PanelProps {
  sessionId: string;
  hostName: string;
  protocol: Protocol | undefined;
  /** What may be done with the files of the machine. */
  files: SessionFileFlags | undefined;
  directory: string | undefined;
  /** Only what `isKept` is ever drawn while nobody sees it. */
  isShown: boolean;
  /** The person is done for now: the session has the keyboard again, and is seen. */
  onReturn: () => void;
}

/** Something beside the session with the focus, opened by a button of the bar. */
export interface SessionPanel {
  id: SessionPanelId;
  label: string;
  /** Said on hover instead of the label, such as a shortcut. */
  hint?: string;
  icon: ReactNode;
  /** Whether this session has it at all. It can be used while the session is connected. */
  isOffered: (pane: Pane) => boolean;
  /** Goes on while nobody sees it, such as an upload. */
  isKept?: boolean;
  render: (props: PanelProps) => ReactNode;
}

/** The kinds of session in a window. The first waits with panes of which the server has not said yet what they speak. */
export type Tenants = readonly [Tenant, ...Tenant[]];

export function tenantOf(tenants: Tenants, pane: Pane | undefined): Tenant {
  const { protocol } = pane ?? {};
  return tenants.find(({ protocols }) => protocol && protocols.includes(protocol)) ?? tenants[0];
}

/** A kind of session in the frame: what it shows, and what it adds to the window while one of its panes has the focus. */
export interface Tenant {
  /** Protocols of the assets that can be opened. */
  protocols: readonly Protocol[];
  /** What the bar of the window is painted in, so that it belongs to what is below it. */
  colours?: { background: string; foreground: string; isDark: boolean };
  panels: readonly SessionPanel[];
  renderSession: (slot: SessionSlot) => ReactNode;
  /** Tools for the session with the focus. */
  sessionTools?: ReactNode;
  /** Tools for the whole window. */
  windowTools?: ReactNode;
  /** Tools in the header of a pane, where there are several. */
  renderPaneTools?: (pane: Pane) => ReactNode;
  /** Something about a pane that must not be overlooked; it gets an edge in the colour of a warning. */
  markOf?: (pane: Pane) => string | undefined;
  /** Below the panes. */
  footer?: ReactNode;
}
