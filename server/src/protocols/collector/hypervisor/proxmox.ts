import { SNAPSHOT_NAME, type VmAction } from '@jadegate/contract/fleet/vm-state';

import type { Question } from '../question.ts';
import { sectionOf, type Sections } from '../sections.ts';
import { isRecord, parsedJson, textAt } from '../text.ts';
import { faultOf, saidOf } from './faults.ts';
import {
  assigned,
  newNonce,
  type ConsoleAnswer,
  type Hypervisor,
  type VmCommand,
  type VmListing,
  type VmOutcome,
  type VmRef,
} from './provider.ts';
import { readProxmoxList } from './proxmox-list.ts';
import { HYPERVISOR_PRELUDE, HYPERVISOR_SURROUNDINGS, VMS_SCRIPT } from './vms-script.ts';

const NODE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const KEY = /^(?:qemu|lxc)\/[1-9]\d{0,8}$/;

/** O is the host, G the machine (`qemu/101`), S the snapshot. Each answers with the name of a task, or at once. */
const COMMANDS: Readonly<Record<VmAction, string>> = {
  start: 'create "/nodes/$O/$G/status/start"',
  shutdown: 'create "/nodes/$O/$G/status/shutdown" --timeout 180',
  reboot: 'create "/nodes/$O/$G/status/reboot" --timeout 180',
  reset: 'create "/nodes/$O/$G/status/reset"',
  poweroff: 'create "/nodes/$O/$G/status/stop"',
  pause: 'create "/nodes/$O/$G/status/suspend"',
  resume: 'create "/nodes/$O/$G/status/resume"',
  'autostart-on': 'set "/nodes/$O/$G/config" --onboot 1',
  'autostart-off': 'set "/nodes/$O/$G/config" --onboot 0',
  'snapshot-create': 'create "/nodes/$O/$G/snapshot" --snapname "$S"',
  'snapshot-revert': 'create "/nodes/$O/$G/snapshot/$S/rollback"',
  'snapshot-delete': 'delete "/nodes/$O/$G/snapshot/$S"',
};

const CONTAINER = 'a container';
const CONSOLE_SCRIPT = String.raw`main() {
${HYPERVISOR_PRELUDE}
command -v pvesh >/dev/null 2>&1 || { B now; E now 127; return; }
case $G in lxc/*) B now; echo '${CONTAINER}' >&2; E now 1; return;; esac
B now; p 15 get "/nodes/$O/$G/status/current" --output-format json; E now $?
B config; p 15 get "/nodes/$O/$G/config" --output-format json; E config $?
B end; E end 0
}
main </dev/null
`;

/** Whether the guest obeys takes minutes, and is seen by its state: nobody waits for these tasks. */
const NOT_AWAITED = new Set<VmAction>(['shutdown', 'reboot']);

/**
 * Proxmox VE by `pvesh`, which only root may use. Written after its published API and tried on answers in that form: no
 * real cluster was met yet.
 */
export class Proxmox implements Hypervisor {
  listQuestion(closely: 'all' | readonly VmRef[]): Question {
    // Each of them takes a second to ask about, so that nobody asks about all.
    const refs = closely === 'all' ? [] : closely;
    const keys = refs.flatMap((vm) => (isRef(vm) ? [`${vm.host ?? ''}/${vm.key}`] : []));
    return question(VMS_SCRIPT, { K: 'proxmox', W: keys.join(' '), U: '' });
  }

  readList(sections: Sections): VmListing {
    return readProxmoxList(sections);
  }

  actQuestion(vm: VmRef, { action, snapshot = '' }: VmCommand): Question {
    const isSnapshot = action.startsWith('snapshot-');
    if (!isRef(vm) || isSnapshot !== (snapshot !== '') || (isSnapshot && !SNAPSHOT_NAME.test(snapshot))) {
      throw new Error('hypervisor: no such command');
    }
    const wait = NOT_AWAITED.has(action) ? 0 : 120;
    const script = String.raw`main() {
${HYPERVISOR_PRELUDE}
command -v pvesh >/dev/null 2>&1 || { B act; E act 127; return; }
B act; o=$(p 60 ${COMMANDS[action]} --output-format json); r=$?; printf '%s\n' "$o"; E act $r
o=$(printf '%s' "$o" | tr -d '"'); i=0
case $o in UPID:*) while [ $r = 0 ] && [ $i -lt ${wait} ]; do
  t=$(p 20 get "/nodes/$O/tasks/$o/status" --output-format json) || break
  case $t in *stopped*) B task; printf '%s\n' "$t"; E task 0; break;; esac; i=$((i+1)); sleep 1; done;; esac
B end; E end 0
}
main </dev/null
`;
    return question(script, { O: vm.host ?? '', G: vm.key, S: snapshot, U: '' });
  }

  readOutcome(sections: Sections, { action }: VmCommand): VmOutcome {
    const act = sectionOf(sections, 'act');
    if (act.rc !== 0) {
      return { isDone: false, fault: faultOf(act), detail: saidOf(act) };
    }
    const task = parsedJson(sectionOf(sections, 'task').body);
    const result = isRecord(task) ? textAt(task, 'exitstatus') : null;
    if (result !== null && result !== 'OK' && !result.startsWith('WARNINGS')) {
      return { isDone: false, fault: faultOf({ rc: 1, errors: result }), detail: result };
    }
    const isOpen = result === null && act.body.includes('UPID:') && !NOT_AWAITED.has(action);
    return isOpen ? { isDone: false, fault: 'timeout', detail: null } : { isDone: true, state: null };
  }

  consoleQuestion(vm: VmRef): Question {
    if (!isRef(vm)) {
      throw new Error('hypervisor: no such machine');
    }
    return question(CONSOLE_SCRIPT, { O: vm.host ?? '', G: vm.key, U: '' });
  }

  /** Its screen is served on a socket of the host alone. Containers have a console of another kind, which is not offered. */
  readConsole(sections: Sections): ConsoleAnswer {
    const now = sectionOf(sections, 'now');
    const config = parsedJson(sectionOf(sections, 'config').body);
    const status = parsedJson(now.body);
    if (now.rc !== 0 || !isRecord(config) || !isRecord(status)) {
      const isContainer = now.errors.includes(CONTAINER);
      return { isKnown: false, fault: isContainer ? 'unsupported' : faultOf(now), detail: saidOf(now) };
    }
    return {
      isKnown: true,
      state: textAt(status, 'status') === 'running' ? 'running' : 'stopped',
      hasText: ['serial0', 'serial1', 'serial2', 'serial3'].some((name) => textAt(config, name) !== null),
      screen: { kind: 'local' },
    };
  }

  /** The escape is that of virsh, so that leaving is the same everywhere. */
  consoleCommand(vm: VmRef): string {
    const number = /^qemu\/(\d+)$/.exec(vm.key)?.[1];
    if (!isRef(vm) || number === undefined) {
      throw new Error('hypervisor: no such machine');
    }
    const console = `qm terminal ${number} -escape "^]"`;
    const choice = `if [ "$(id -u)" = 0 ]; then exec ${console}; else exec sudo -n ${console}; fi`;
    return `exec sh -c '${HYPERVISOR_SURROUNDINGS}; ${choice}'`;
  }
}

function isRef({ key, host }: VmRef): boolean {
  return KEY.test(key) && NODE.test(host ?? '');
}

function question(script: string, values: Readonly<Record<string, string>>): Question {
  const nonce = newNonce();
  const head = Object.entries(values).map(([name, value]) => assigned(name, value));
  return { nonce, input: `N=${nonce}\n${head.join('\n')}\n${script}` };
}
