import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';

import { command } from './command.ts';

const AS_TARGET = ['--reuid=tgt', '--regid=tgt', '--init-groups', '--reset-env', 'env', 'HOME=/home/tgt'];

async function asTarget(...words: string[]): Promise<string> {
  const { stdout, stderr } = await command('setpriv', [...AS_TARGET, ...words]);
  return (stdout + stderr).trim();
}

/** Virtual machines of the real libvirt of the test hosts, and what its own tool says of them. */
export class OwnDomains {
  readonly #undo: (() => Promise<unknown>)[] = [];

  virsh(...words: string[]): Promise<string> {
    return asTarget('virsh', ...words);
  }

  /** Where the account's QEMU answers. */
  async qemuUri(): Promise<string> {
    return 'qemu:///session';
  }

  /** A machine of the test driver. */
  async testMachine(name: string): Promise<string> {
    const uuid = randomUUID();
    const xml = `<domain type='test'><name>${name}</name><uuid>${uuid}</uuid><memory unit='MiB'>512</memory><vcpu>2</vcpu>
<os><type>hvm</type></os><devices>
<disk type='file' device='disk'><source file='/srv/${uuid}.qcow2'/><target dev='vda' bus='virtio'/></disk>
<interface type='network'><source network='default'/></interface></devices></domain>`;
    await this.#define([], xml, uuid);
    return uuid;
  }

  /** The smallest real machine: it has no system, and does not hear its power button. */
  async tinyMachine(name: string, uri: string): Promise<string> {
    const uuid = randomUUID();
    const image = `/tmp/jadegate-disk-${uuid}.qcow2`;
    await asTarget('qemu-img', 'create', '-q', '-f', 'qcow2', image, '16M');
    this.#undo.push(() => rm(image, { force: true }));
    const xml = `<domain type='qemu'><name>${name}</name><uuid>${uuid}</uuid><memory unit='MiB'>32</memory><vcpu>1</vcpu>
<os><type arch='x86_64' machine='pc'>hvm</type></os><features><acpi/></features>
<devices><emulator>/usr/bin/qemu-system-x86_64</emulator>
<disk type='file' device='disk'><driver name='qemu' type='qcow2'/><source file='${image}'/><target dev='vda' bus='virtio'/></disk>
<serial type='pty'/><console type='pty'/>
<graphics type='vnc' port='-1' autoport='yes' listen='127.0.0.1' passwd='example1'/></devices></domain>`;
    await this.#define(['-c', uri], xml, uuid);
    return uuid;
  }

  async #define(where: readonly string[], xml: string, uuid: string): Promise<void> {
    this.#undo.push(async () => {
      await this.virsh(...where, 'destroy', uuid);
      await this.virsh(...where, 'undefine', uuid, '--snapshots-metadata');
    });
    const file = `/tmp/jadegate-domain-${uuid}.xml`;
    await writeFile(file, xml, { mode: 0o644 });
    await this.virsh(...where, 'define', file);
    await rm(file, { force: true });
  }

  async remove(): Promise<void> {
    for (const undo of this.#undo.splice(0).toReversed()) {
      await undo();
    }
  }
}
