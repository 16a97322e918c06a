import {
  DANGEROUS_VM_ACTIONS,
  isVmActionAllowed,
  type FoundVm,
  type VmAction,
  type VmProvider,
  type VmState,
} from '@jadegate/contract/fleet/vm-state';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';

/** What a machine is shown to do while something is done with it. Only what people wait for is shown at all. */
const SHOWN: Partial<Record<VmAction, VmState>> = {
  start: 'starting',
  shutdown: 'stopping',
  poweroff: 'stopping',
  reboot: 'rebooting',
  reset: 'rebooting',
};

/** What its hypervisor said, or what it is having done: never a wish that was not fulfilled. */
export function shownState(seen: VmState | null, isMissing: boolean, open: VmAction | null): VmState {
  if (isMissing) {
    return 'missing';
  }
  return (open && SHOWN[open]) ?? seen ?? 'unknown';
}

export function actionsShownAs(state: VmState | 'any'): VmAction[] {
  const all = Object.entries(SHOWN) as [VmAction, VmState][];
  return all.filter(([, shown]) => state === 'any' || shown === state).map(([action]) => action);
}

/** Actions by which a machine that is protected would stop, or lose something. */
const KEPT_FROM: ReadonlySet<VmAction> = new Set<VmAction>([
  ...DANGEROUS_VM_ACTIONS,
  'shutdown',
  'reboot',
  'pause',
]);

export const REASON_MIN = 5;

interface Asked {
  action: VmAction;
  /** How it is shown at this moment. */
  state: VmState;
  provider: VmProvider;
  name: string;
  isProtected: boolean;
  /** What somebody had on the screen. */
  expectedState?: VmState | undefined;
  confirm: string;
  reason: string;
}

type Refusal = 'state_changed' | 'not_allowed' | 'protected' | 'confirm_mismatch' | 'reason_missing';

/** Whether somebody may have this done now; the first thing that stands against it. */
export function refusalOf(asked: Asked): Refusal | undefined {
  const { action, state, provider, name, isProtected, expectedState, confirm, reason } = asked;
  if (expectedState !== undefined && expectedState !== state) {
    return 'state_changed';
  }
  if (!isVmActionAllowed(action, state, provider)) {
    return 'not_allowed';
  }
  if (isProtected && KEPT_FROM.has(action)) {
    return 'protected';
  }
  if (DANGEROUS_VM_ACTIONS.has(action)) {
    return confirm !== name ? 'confirm_mismatch' : reason.length < REASON_MIN ? 'reason_missing' : undefined;
  }
  return undefined;
}

/** These wait for a guest, which may never answer; whoever is tired of waiting may press harder. */
const HARDER: Partial<Record<VmAction, readonly VmAction[]>> = {
  poweroff: ['shutdown', 'reboot'],
  reset: ['reboot'],
};

export function supersedes(action: VmAction, open: VmAction): boolean {
  return HARDER[action]?.includes(open) ?? false;
}

/** How long the end of each is waited for, beside the time that its command takes. */
const WAITED: Record<VmAction, number> = {
  start: MINUTE_MS,
  shutdown: 0,
  reboot: 0,
  reset: 30 * SECOND_MS,
  poweroff: 30 * SECOND_MS,
  pause: 15 * SECOND_MS,
  resume: 15 * SECOND_MS,
  'autostart-on': 15 * SECOND_MS,
  'autostart-off': 15 * SECOND_MS,
  'snapshot-create': 5 * MINUTE_MS,
  'snapshot-revert': 5 * MINUTE_MS,
  'snapshot-delete': 5 * MINUTE_MS,
};

export function waitedMs(action: VmAction, shutdownSeconds: number): number {
  return action === 'shutdown' || action === 'reboot' ? shutdownSeconds * SECOND_MS : WAITED[action];
}

/** The guest decides whether and when. */
export function isUpToGuest(action: VmAction): boolean {
  return action === 'shutdown' || action === 'reboot';
}

/**
 * Whether what was asked for is so by now. A guest that restarts shows nothing of it to most hypervisors: running is all
 * that can be seen. `seen` is undefined when its hypervisor does not list it any more.
 */
export function isFulfilled(action: VmAction, snapshot: string, seen: FoundVm | undefined): boolean {
  if (!seen) {
    // One that was only defined for as long as it ran is gone when it stops.
    return action === 'shutdown' || action === 'poweroff';
  }
  const { state, isAutostart, detail } = seen;
  const has = detail?.snapshots.some(({ name }) => name === snapshot);
  switch (action) {
    case 'start':
    case 'resume':
    case 'reset':
    case 'reboot':
      return state === 'running';
    case 'shutdown':
    case 'poweroff':
      return state === 'stopped';
    case 'pause':
      return state === 'paused';
    case 'autostart-on':
      return isAutostart === true;
    case 'autostart-off':
      return isAutostart === false;
    case 'snapshot-create':
      return has === true;
    case 'snapshot-delete':
      return has === false;
    case 'snapshot-revert':
      // Its own exit code said so; a snapshot may be of a machine that ran or did not.
      return true;
  }
}
