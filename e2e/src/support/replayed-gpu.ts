import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An H200 at work, as it was recorded. */
const RECORDED: Readonly<Record<string, string>> = {
  index: '0',
  uuid: 'GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301',
  serial: '1650000000001',
  'pci.bus_id': '00000000:00:06.0',
  name: 'NVIDIA H200',
  'memory.total': '143771',
  'memory.reserved': '616',
  'memory.used': '3969',
  'memory.free': '139188',
  'utilization.gpu': '100',
  'utilization.memory': '25',
  'temperature.gpu': '58',
  'temperature.memory': '43',
  'power.draw': '693.36',
  'power.limit': '700.00',
  'fan.speed': '[N/A]',
  driver_version: '580.159.04',
  vbios_version: '96.00.A5.00.1A',
  compute_cap: '9.0',
  'ecc.mode.current': 'Enabled',
  'mig.mode.current': 'Disabled',
  'mig.mode.pending': 'Disabled',
  pstate: 'P0',
  persistence_mode: 'Enabled',
  'clocks.sm': '1455',
  'clocks.mem': '3201',
  'clocks_event_reasons.active': '0x0000000000000004',
  gpu_recovery_action: 'None',
};

/** A tool of NVIDIA's for the search path of a host: its figures are recorded, its processes are those in the file `pids`. */
export class ReplayedGpu {
  readonly folder = mkdtempSync(join(tmpdir(), 'jadegate-gpu-'));
  /** Anybody on the host may put the number of a process there, one a line. */
  readonly pids = join(this.folder, 'pids');

  constructor() {
    chmodSync(this.folder, 0o1777);
    const help = Object.keys(RECORDED).map((field) => `"${field}"\nOf the card.\n`);
    writeFileSync(join(this.folder, 'help.txt'), help.join('\n'));
    const values = Object.entries(RECORDED).map(([field, value]) => `${field}) v='${value}' ;;`);
    const script = `#!/bin/sh
here=$(dirname "$0")
case "$1" in
  --help-query-gpu) cat "$here/help.txt" ;;
  -L) echo 'GPU 0: ${RECORDED['name'] ?? ''} (UUID: ${RECORDED['uuid'] ?? ''})' ;;
  --query-gpu=*) r=; for f in $(echo "\${1#*=}" | tr , ' '); do case $f in
      ${values.join('\n      ')}
      *) v='[N/A]' ;; esac; r="$r, $v"; done; echo "\${r#, }" ;;
  --query-compute-apps=*) while read -r p; do grep -q '^State:.[^Z]' "/proc/$p/status" && echo "${RECORDED['uuid'] ?? ''}, $p, 1800, python3"; done <"$here/pids" ;;
esac 2>/dev/null
exit 0
`;
    const tool = join(this.folder, 'nvidia-smi');
    writeFileSync(tool, script);
    chmodSync(tool, 0o755);
  }

  /** The numbers that somebody put there. */
  listed(): number[] {
    return existsSync(this.pids)
      ? readFileSync(this.pids, 'utf8').split('\n').filter(Boolean).map(Number)
      : [];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
