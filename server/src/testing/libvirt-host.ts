import { randomUUID } from 'node:crypto';

import { Secret } from '../kernel/secret.ts';
import type { RunScript } from '../protocols/collector/hypervisor/provider.ts';
import { connectTcp } from '../protocols/dial/tcp.ts';
import { askShell } from '../protocols/ssh/ask-shell.ts';
import { connectSsh, type SshConnection } from '../protocols/ssh/connect.ts';

/** As `scripts/hosts/up.sh` starts it: libvirt of the account that the test sshd lets in. */
export const libvirtAccount = { ip: '127.0.0.1', port: 2201, username: 'tgt', password: 'Tgt-pass1' };

const LIMITS = { timeoutMs: 60_000, maxOutput: 4 * 1024 * 1024, maxErrors: 1024 * 1024 };

/** The real libvirt of the test hosts, by SSH. Its own test driver is the account's choice; its QEMU is there as well. */
export class LibvirtHost {
  readonly #client: SshConnection;
  readonly #undo: (() => Promise<unknown>)[] = [];

  private constructor(client: SshConnection) {
    this.#client = client;
  }

  static async open(): Promise<LibvirtHost> {
    const { ip: host, port, username, password } = libvirtAccount;
    const client = await connectSsh({
      stream: await connectTcp({ host, port }, AbortSignal.timeout(10_000)),
      username,
      auth: { kind: 'password', password: new Secret(password) },
      hostKey: { pinned: [], decide: () => 'trusted' },
      timeoutMs: 20_000,
    });
    return new LibvirtHost(client);
  }

  readonly run: RunScript = async (input) => {
    const { stdout, stderr } = await askShell(this.#client, 'exec sh -s', input, LIMITS);
    return { stdout: stdout.toString(), stderr: stderr.toString() };
  };

  /** What a command printed, of virsh or of anything else. Each word is quoted. */
  async shell(...words: string[]): Promise<string> {
    const line = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
    const { stdout, stderr } = await this.run(`LC_ALL=C.UTF-8 ${line} </dev/null\n`);
    return (stdout + stderr).trim();
  }

  /** Where the account's QEMU answers: at the daemon of its test driver, which is led to as that of its session. */
  async qemuUri(): Promise<string> {
    const [, socket = ''] = (await this.shell('virsh', 'uri')).split('?socket=');
    await this.run(`mkdir -p ~/.cache/libvirt && ln -sfn '${socket}' ~/.cache/libvirt/libvirt-sock\n`);
    return 'qemu:///session';
  }

  /** A machine of the test driver, gone with the test. */
  async domain(name = `try-${randomUUID()}`, uuid: string = randomUUID()): Promise<string> {
    await this.define('', testDomain(name, uuid), uuid);
    return uuid;
  }

  async define(uri: string, xml: string, uuid: string): Promise<void> {
    const virsh = uri === '' ? ['virsh'] : ['virsh', '-c', uri];
    this.#undo.push(async () => {
      await this.shell(...virsh, 'destroy', uuid);
      await this.shell(...virsh, 'undefine', uuid, '--snapshots-metadata');
    });
    const file = `/tmp/jadegate-domain-${uuid}.xml`;
    await this.run(`cat > ${file} <<'END'\n${xml}\nEND\n`);
    await this.shell(...virsh, 'define', file);
    await this.shell('rm', '-f', file);
  }

  /** The smallest real machine: it has no system, and does not hear its power button. */
  async tinyMachine(uri: string): Promise<string> {
    const uuid = randomUUID();
    const image = `/tmp/jadegate-disk-${uuid}.qcow2`;
    await this.shell('qemu-img', 'create', '-q', '-f', 'qcow2', image, '16M');
    this.#undo.push(() => this.shell('rm', '-f', image));
    await this.define(uri, tinyDomain(uuid, image), uuid);
    return uuid;
  }

  /** A real machine whose system is one sector: what comes in on its serial line goes out again, each line with a prompt. */
  async echoMachine(uri: string, devices: string = ECHO_DEVICES): Promise<string> {
    const uuid = randomUUID();
    const image = `/tmp/jadegate-echo-${uuid}.img`;
    await this.run(
      `printf %s '${bootSector().toString('base64')}' | base64 -d > ${image}; truncate -s 1M ${image}\n`,
    );
    this.#undo.push(() => this.shell('rm', '-f', image));
    await this.define(uri, echoDomain(uuid, image, devices), uuid);
    return uuid;
  }

  async close(): Promise<void> {
    for (const undo of this.#undo.splice(0).toReversed()) {
      await undo();
    }
    this.#client.end();
  }
}

function testDomain(name: string, uuid: string): string {
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<domain type='test'><name>${escaped}</name><uuid>${uuid}</uuid><memory unit='MiB'>512</memory><vcpu>2</vcpu>
<os><type>hvm</type></os><devices>
<disk type='file' device='disk'><source file='/srv/${uuid}.qcow2'/><target dev='vda' bus='virtio'/></disk>
<interface type='network'><mac address='52:54:00:${uuid.slice(0, 2)}:${uuid.slice(2, 4)}:${uuid.slice(4, 6)}'/><source network='default'/></interface>
</devices></domain>`;
}

export const SERIAL = "<serial type='pty'/><console type='pty'/>";
export const SCREEN = "<graphics type='vnc' port='-1' autoport='yes' listen='127.0.0.1' passwd='example1'/>";
const ECHO_DEVICES = SERIAL + SCREEN;
/** What the machine of one sector prints at its beginning and after each line. */
export const ECHO_PROMPT = 'jade> ';

/** Waits for the clock between two looks at the line, so that it costs its host nothing. */
function bootSector(): Buffer {
  const code =
    'fa31c08ed88ed0bc007cfc' + // no interrupts yet, a stack
    'be3e7cac84c07405e81900ebf6' + // the prompt, sign by sign
    'fbf4bafd03eca80174f6' + // sleep until the clock ticks; is there something on the line?
    'baf803ece806003c0d75edebdc' + // it goes out again; after a line the prompt
    '50bafd03eca82074fb58baf803eec3'; // one sign, once the line takes it
  const sector = Buffer.alloc(512);
  sector.write(code, 'hex');
  sector.write(`\r\n${ECHO_PROMPT}`, code.length / 2, 'latin1');
  sector.writeUInt16LE(0xaa55, 510);
  return sector;
}

function echoDomain(uuid: string, image: string, devices: string): string {
  return `<domain type='qemu'><name>echo-${uuid.slice(0, 8)}</name><uuid>${uuid}</uuid>
<memory unit='MiB'>32</memory><vcpu>1</vcpu><os><type arch='x86_64' machine='pc'>hvm</type></os><features><acpi/></features>
<devices><emulator>/usr/bin/qemu-system-x86_64</emulator>
<disk type='file' device='disk'><driver name='qemu' type='raw'/><source file='${image}'/><target dev='hda' bus='ide'/></disk>
${devices}<memballoon model='virtio'/></devices></domain>`;
}

function tinyDomain(uuid: string, image: string): string {
  return `<domain type='qemu'><name>tiny-${uuid}</name><uuid>${uuid}</uuid><title>測試機</title>
<memory unit='MiB'>32</memory><vcpu>1</vcpu><os><type arch='x86_64' machine='pc'>hvm</type></os><features><acpi/></features>
<devices><emulator>/usr/bin/qemu-system-x86_64</emulator>
<disk type='file' device='disk'><driver name='qemu' type='qcow2'/><source file='${image}'/><target dev='vda' bus='virtio'/></disk>
<interface type='user'><mac address='52:54:00:12:34:56'/><model type='virtio'/></interface>
<serial type='pty'/><console type='pty'/>
<graphics type='vnc' port='-1' autoport='yes' listen='127.0.0.1' passwd='example1'/><memballoon model='virtio'/>
</devices></domain>`;
}
