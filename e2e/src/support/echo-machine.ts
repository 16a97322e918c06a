import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import type { VmRow } from '@jadegate/contract/fleet/vm';
import type { Page as Rows } from '@jadegate/contract/paging';

import * as hosts from '../hosts.ts';
import { giveToHost } from './host-files.ts';
import type { SessionBed } from './session-bed.ts';
import { until } from './until.ts';

/** What the machine prints at its beginning and after each line. */
export const ECHO_PROMPT = 'jade>';

/** A system of one sector: what comes in on its serial line goes out again, and after a line the prompt. */
const SECTOR =
  'fa31c08ed88ed0bc007cfc' +
  'be3e7cac84c07405e81900ebf6' +
  'fbf4bafd03eca80174f6' +
  'baf803ece806003c0d75edebdc' +
  '50bafd03eca82074fb58baf803eec3';

/** A real machine of QEMU on the SSH host, with a text console and a screen. */
export class EchoMachine {
  readonly uuid: string = randomUUID();
  readonly name = `echo-${this.uuid.slice(0, 8)}`;
  readonly #files: string[] = [];
  /** Where the QEMU of the account answers. */
  readonly uri = 'qemu:///session';

  static async start(): Promise<EchoMachine> {
    const machine = new EchoMachine();
    const disk = Buffer.alloc(1024 * 1024);
    disk.write(SECTOR, 'hex');
    disk.write(`\r\n${ECHO_PROMPT} `, SECTOR.length / 2, 'latin1');
    disk.writeUInt16LE(0xaa55, 510);
    const image = await machine.#put('img', disk);
    const definition = await machine.#put('xml', domain(machine, image));
    machine.virsh('define', definition);
    machine.virsh('start', machine.uuid);
    return machine;
  }

  virsh(...words: string[]): string {
    return virsh('-c', this.uri, ...words);
  }

  remove(): void {
    for (const command of ['destroy', 'undefine']) {
      try {
        this.virsh(command, this.uuid);
      } catch {
        // It was not there, or did not run.
      }
    }
    this.#files.forEach((file) => rmSync(file, { force: true }));
  }

  async #put(kind: string, content: string | Uint8Array): Promise<string> {
    const path = `/tmp/jadegate-e2e-${this.uuid}.${kind}`;
    this.#files.push(path);
    await writeFile(path, content);
    await giveToHost(path);
    return path;
  }
}

function virsh(...words: string[]): string {
  const { username } = hosts.ssh;
  const account = [`--reuid=${username}`, `--regid=${username}`, '--init-groups', '--reset-env'];
  const env = ['env', `HOME=/home/${username}`, 'LC_ALL=C.UTF-8'];
  return execFileSync('setpriv', [...account, ...env, 'virsh', ...words], { encoding: 'utf8' });
}

function domain({ name, uuid }: EchoMachine, image: string): string {
  return `<domain type='qemu'><name>${name}</name><uuid>${uuid}</uuid>
<memory unit='MiB'>32</memory><vcpu>1</vcpu><os><type arch='x86_64' machine='pc'>hvm</type></os><features><acpi/></features>
<devices><emulator>/usr/bin/qemu-system-x86_64</emulator>
<disk type='file' device='disk'><driver name='qemu' type='raw'/><source file='${image}'/><target dev='hda' bus='ide'/></disk>
<serial type='pty'/><console type='pty'/>
<graphics type='vnc' port='-1' autoport='yes' listen='127.0.0.1' passwd='example1'/><memballoon model='virtio'/>
</devices></domain>`;
}

/** Makes its host a node of the product, and waits until the machine is found there. */
export async function foundMachine(bed: SessionBed, machine: EchoMachine): Promise<VmRow> {
  const assetId = await bed.asset('kvm-01', { port: hosts.ssh.port });
  const node = { name: 'kvm-01', assetId, hypervisorUri: machine.uri };
  const { id } = await bed.make<{ id: string }>('/nodes', node);
  const found = async () => {
    await bed.admin.call('POST', `/nodes/${id}/collect`);
    const { data } = await bed.admin.call<Rows<VmRow>>('GET', `/vms/paging?keyword=${machine.uuid}`);
    return data.items[0];
  };
  return await until('the machine', found, 60_000);
}
