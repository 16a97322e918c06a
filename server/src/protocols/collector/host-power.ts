import type { NodeFault, NodePowerAction } from '@jadegate/contract/fleet/node-power';

import { newNonce, type Question } from './question.ts';
import { sectionOf, type Sections } from './sections.ts';
import { clean } from './text.ts';

/** What a host said of the order, and which of its runs it was. */
export interface HostPower {
  /** New with each start of its system; null where it does not say. */
  bootId: string | null;
  /** Undefined when it was only looked at. */
  order: { isTaken: true } | { isTaken: false; fault: NodeFault; detail: string } | undefined;
}

/**
 * Says which run of its system this is, and gives the order if there is one: by the first of its own tools that takes it,
 * as root, or by a sudo that asks for nothing. It may be gone before it answers.
 */
const SCRIPT = `main() {
LC_ALL=C LANG=C; export LC_ALL LANG; unset LANGUAGE
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin; export PATH
B() { printf '\\n@@%s B %s\\n' "$N" "$1"; printf '\\n@@%s B %s\\n' "$N" "$1" >&2; }
E() { printf '\\n@@%s E %s %s\\n' "$N" "$1" "$2"; printf '\\n@@%s E %s %s\\n' "$N" "$1" "$2" >&2; }
B boot; cat /proc/sys/kernel/random/boot_id; E boot $?
S='sudo -n'; [ "$(id -u)" = 0 ] && S=
r=127
T() { [ $r = 0 ] && return; command -v "$1" >/dev/null 2>&1 || return; $S "$@" >/dev/null; r=$?; }
case $A in
reboot) B power; T systemctl reboot; T shutdown -r now; T reboot; E power $r;;
shutdown) B power; T systemctl poweroff; T shutdown -h now; T poweroff; E power $r;;
esac
B end; E end 0
}
main </dev/null
`;

export function powerQuestion(action: NodePowerAction | 'look'): Question {
  const nonce = newNonce();
  return { nonce, input: `N=${nonce}\nA=${action}\n${SCRIPT}` };
}

const NOT_ALLOWED =
  /a password is required|a terminal is required|not allowed to|not in the sudoers|may not run|authentication required|access denied|permission denied|not permitted|must be (?:root|superuser)|sudo: .*not found|sudo: not found/i;

export function readPower(sections: Sections): HostPower {
  const boot = sectionOf(sections, 'boot');
  const bootId = boot.rc === 0 ? clean(boot.body.trim()) : null;
  const power = sections.get('power');
  if (!power) {
    return { bootId, order: undefined };
  }
  // One that is gone before it could say so has done as it was told; whether it has is looked at afterwards.
  if (power.rc === null || power.rc === 0) {
    return { bootId, order: { isTaken: true } };
  }
  const detail = clean(power.errors.split('\n').find((line) => line.trim() !== '')) ?? '';
  const fault = NOT_ALLOWED.test(power.errors) ? 'permission' : power.rc === 127 ? 'missing-tool' : 'failed';
  return { bootId, order: { isTaken: false, fault, detail } };
}
