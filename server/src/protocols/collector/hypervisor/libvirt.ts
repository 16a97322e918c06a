import { localLibvirt } from '@jadegate/contract/fleet/node';
import type { VmAction, VmState } from '@jadegate/contract/fleet/vm-state';

import type { Question } from '../question.ts';
import { sectionOf, type Sections } from '../sections.ts';
import { faultOf, saidOf } from './faults.ts';
import { parseConsole } from './libvirt-domain.ts';
import { readLibvirtList } from './libvirt-list.ts';
import {
  assigned,
  newNonce,
  UUID,
  type ConsoleAnswer,
  type Hypervisor,
  type VmCommand,
  type VmListing,
  type VmOutcome,
  type VmRef,
} from './provider.ts';
import { HYPERVISOR_PRELUDE, HYPERVISOR_SURROUNDINGS, VMS_SCRIPT } from './vms-script.ts';

/**
 * D is the machine, S the snapshot, r the exit code. A guest is asked to shut down by its agent and by its power button;
 * a driver that knows no such choice is asked plainly. What sleeps is woken, not resumed.
 */
const COMMANDS: Readonly<Record<VmAction, string>> = {
  start: 'w 60 start --domain "$D"; r=$?',
  shutdown: String.raw`o=$(w 30 shutdown --domain "$D" --mode agent,acpi 2>&1); r=$?
  case $o in *'unsupported flags'*) w 30 shutdown --domain "$D"; r=$?;; *) [ $r = 0 ] || printf '%s\n' "$o" >&2;; esac`,
  reboot: 'w 30 reboot --domain "$D"; r=$?',
  reset: 'w 30 reset --domain "$D"; r=$?',
  poweroff: 'w 30 destroy --domain "$D" --graceful 2>/dev/null || w 30 destroy --domain "$D"; r=$?',
  pause: 'w 15 suspend --domain "$D"; r=$?',
  resume:
    'case $(v 10 domstate --domain "$D") in pmsuspended*) w 15 dompmwakeup --domain "$D";; *) w 15 resume --domain "$D";; esac; r=$?',
  'autostart-on': 'w 15 autostart --domain "$D"; r=$?',
  'autostart-off': 'w 15 autostart --domain "$D" --disable; r=$?',
  'snapshot-create': 'w 300 snapshot-create-as --domain "$D" --name="$S" --atomic; r=$?',
  'snapshot-revert': 'w 300 snapshot-revert --domain "$D" --snapshotname="$S"; r=$?',
  'snapshot-delete': 'w 300 snapshot-delete --domain "$D" --snapshotname="$S"; r=$?',
};

/** The definition with its passwords is for those who may write; the state can be had by anybody. */
const CONSOLE_SCRIPT = String.raw`main() {
${HYPERVISOR_PRELUDE}
command -v virsh >/dev/null 2>&1 || { B xml; E xml 127; return; }
B state; v 10 domstate --domain "$D"; E state $?
B xml; w 15 dumpxml --security-info --domain "$D"; E xml $?
B end; E end 0
}
main </dev/null
`;

/** What was wished for is so already. */
const ALREADY: Partial<Record<VmAction, RegExp>> = {
  start: /domain is already active/i,
  shutdown: /domain is not running/i,
  poweroff: /domain is not running/i,
  pause: /domain is already paused|domain is not running.*paused/i,
  resume: /domain is already running/i,
};

const WORDS: Readonly<Record<string, VmState>> = {
  running: 'running',
  idle: 'running',
  paused: 'paused',
  'in shutdown': 'stopping',
  'shut off': 'stopped',
  crashed: 'crashed',
  pmsuspended: 'suspended',
};

/** libvirt by `virsh`, on the host itself. Machines are named by their UUID alone: a name can be anything. */
export class Libvirt implements Hypervisor {
  readonly #uri: string;

  /** An empty address is the account's own choice. */
  constructor(uri: string) {
    const local = uri === '' ? uri : localLibvirt(uri);
    if (local === undefined) {
      throw new Error('hypervisor: no local libvirt');
    }
    this.#uri = local;
  }

  listQuestion(closely: 'all' | readonly VmRef[]): Question {
    const keys =
      closely === 'all'
        ? 'all'
        : closely
            .map(({ key }) => key)
            .filter((key) => UUID.test(key))
            .join(' ');
    return this.#question(VMS_SCRIPT, { K: 'libvirt', W: keys });
  }

  readList(sections: Sections, nonce: string): VmListing {
    return readLibvirtList(sections, nonce);
  }

  actQuestion({ key }: VmRef, { action, snapshot = '' }: VmCommand): Question {
    if (!UUID.test(key) || action.startsWith('snapshot-') !== (snapshot !== '')) {
      throw new Error('hypervisor: no such command');
    }
    const script = String.raw`main() {
${HYPERVISOR_PRELUDE}
command -v virsh >/dev/null 2>&1 || { B act; E act 127; return; }
B act; ${COMMANDS[action]}; E act $r
B state; v 10 domstate --domain "$D"; E state $?
B end; E end 0
}
main </dev/null
`;
    return this.#question(script, { D: key, S: snapshot });
  }

  readOutcome(sections: Sections, { action }: VmCommand): VmOutcome {
    const act = sectionOf(sections, 'act');
    if (act.rc === 0 || (act.rc !== null && ALREADY[action]?.test(act.errors))) {
      return { isDone: true, state: WORDS[sectionOf(sections, 'state').body.trim()] ?? null };
    }
    return { isDone: false, fault: faultOf(act), detail: saidOf(act) };
  }

  consoleQuestion({ key }: VmRef): Question {
    refuseOdd(key);
    return this.#question(CONSOLE_SCRIPT, { D: key });
  }

  readConsole(sections: Sections): ConsoleAnswer {
    const xml = sectionOf(sections, 'xml');
    const found = xml.rc === 0 ? parseConsole(xml.body) : undefined;
    return found
      ? { isKnown: true, state: WORDS[sectionOf(sections, 'state').body.trim()] ?? null, ...found }
      : { isKnown: false, fault: xml.rc === 0 ? 'failed' : faultOf(xml), detail: saidOf(xml) };
  }

  /** `--safe`: of two who want it, the hypervisor gives it to the first. Nobody is put out by ours. */
  consoleCommand({ key }: VmRef): string {
    refuseOdd(key);
    const console = `console --domain ${key} --safe`;
    const choice = `if [ -n "$U" ]; then exec virsh -c "$U" ${console}; else exec virsh ${console}; fi`;
    return `exec sh -c 'U="${this.#uri}"; ${HYPERVISOR_SURROUNDINGS}; ${choice}'`;
  }

  #question(script: string, values: Readonly<Record<string, string>>): Question {
    const nonce = newNonce();
    const head = Object.entries({ ...values, U: this.#uri }).map(([name, value]) => assigned(name, value));
    return { nonce, input: `N=${nonce}\n${head.join('\n')}\n${script}` };
  }
}

function refuseOdd(key: string): void {
  if (!UUID.test(key)) {
    throw new Error('hypervisor: no such machine');
  }
}
