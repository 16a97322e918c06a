import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeCertificate, type TestCertificate } from './certificates.ts';
import { freePort } from './tool-host.ts';

const READY_WITHIN_MS = 20_000;
const HOST = '127.0.0.1';

/** One message as rsyslog understood it. */
interface KeptMessage {
  msgid: string;
  structured: string;
  text: string;
}

const configuration = (folder: string, ports: Ports, own: TestCertificate, client: TestCertificate) => `
global(
  workDirectory="${folder}"
  parser.escapeControlCharactersOnReceive="off"
  DefaultNetstreamDriver="ossl"
  DefaultNetstreamDriverCAFile="${client.certPath}"
  DefaultNetstreamDriverCertFile="${own.certPath}"
  DefaultNetstreamDriverKeyFile="${own.keyPath}"
)
module(load="imudp")
module(load="imptcp")
module(load="imtcp" StreamDriver.Name="ossl" StreamDriver.Mode="1" StreamDriver.AuthMode="x509/certvalid")
template(name="kept" type="string" string="%msgid%\\t%structured-data%\\t%msg:::json%\\n")
ruleset(name="keep") {
  action(type="omfile" file="${folder}/kept" template="kept" asyncWriting="off" flushOnTXEnd="on")
}
input(type="imudp" port="${ports.udp}" address="${HOST}" ruleset="keep")
input(type="imptcp" port="${ports.tcp}" address="${HOST}" ruleset="keep")
input(type="imtcp" port="${ports.tls}" address="${HOST}" ruleset="keep")
`;

interface Ports {
  udp: number;
  tcp: number;
  tls: number;
}

/** rsyslog as a process of its own, on the loopback: UDP, TCP, and TLS for whoever shows the client's certificate. */
export class OwnRsyslog {
  readonly ports: Ports;
  readonly ca: string;
  readonly client: { certificate: string; key: string };
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(folder: string, ports: Ports, own: TestCertificate, client: TestCertificate) {
    this.#folder = folder;
    this.ports = ports;
    this.ca = own.cert.toString();
    this.client = { certificate: client.cert.toString(), key: client.key.toString() };
  }

  static async start(): Promise<OwnRsyslog> {
    const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-rsyslog-'));
    const ports = { udp: await freePort(HOST), tcp: await freePort(HOST), tls: await freePort(HOST) };
    const [own, client] = [makeCertificate('localhost'), makeCertificate('jadegate')];
    writeFileSync(path.join(folder, 'rsyslog.conf'), configuration(folder, ports, own, client));
    const rsyslog = new OwnRsyslog(folder, ports, own, client);
    await rsyslog.resume();
    return rsyslog;
  }

  /** Starts it again where it was stopped, with what it had. */
  async resume(): Promise<void> {
    const words = ['-n', '-f', path.join(this.#folder, 'rsyslog.conf'), '-i', path.join(this.#folder, 'pid')];
    this.#process = spawn('/usr/sbin/rsyslogd', words, { stdio: 'ignore' });
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await answers(this.ports.tcp)) || !(await answers(this.ports.tls))) {
      if (Date.now() > until) {
        throw new Error('rsyslog does not answer');
      }
      await sleep(20);
    }
  }

  /** What it has written, one message a line. */
  get kept(): KeptMessage[] {
    const file = path.join(this.#folder, 'kept');
    const text = (() => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    })();
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [msgid = '', structured = '', json = ''] = line.split('\t');
        return { msgid, structured, text: (JSON.parse(`"${json}"`) as string).replace(/^\uFEFF/, '') };
      });
  }

  /** Ends at once, as where the machine loses its power. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
