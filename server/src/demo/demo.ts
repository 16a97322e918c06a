import type { Config } from '../config.ts';
import { inParallel } from '../kernel/in-parallel.ts';
import type { Logger } from '../kernel/logger.ts';
import { DemoClient } from './demo-client.ts';
import { DemoDirectory, refuseRunningDemo } from './demo-directory.ts';
import { PEOPLE } from './demo-people.ts';
import { HostsChild } from './hosts-child.ts';
import { keepSessionLive, runDesktopScript, runSessionScript } from './run-session-script.ts';
import { seedDemo, type AssetIds } from './seed-demo.ts';
import { DESKTOP_SCRIPT, LIVE_SESSION_SCRIPTS, SESSION_SCRIPTS } from './session-scripts.ts';

const ADMIN = 'admin';
const LOOPBACK = '127.0.0.1';
const AT_ONCE = 4;

type LogIn = (username: string) => Promise<DemoClient>;

/** The product with a life of its own, in a directory of its own, for people who want to look before they install. */
export class Demo {
  readonly config: Config;
  readonly #directory: DemoDirectory;
  readonly #hosts: HostsChild;
  readonly #over = new AbortController();
  #hasDesktops = false;

  private constructor(config: Config, directory: DemoDirectory, hosts: HostsChild) {
    this.config = config;
    this.#directory = directory;
    this.#hosts = hosts;
  }

  static async open(config: Config, options: { isFresh: boolean }): Promise<Demo> {
    const path = `${config.dataDir}-demo`;
    await refuseRunningDemo(path);
    const directory = DemoDirectory.open(path, options);
    const { keys, places, password } = directory.record;
    const hosts = await HostsChild.start({ keys, places });
    directory.keepPlaces(hosts.places);
    return new Demo(demoConfig(config, directory.path, password), directory, hosts);
  }

  /** For the person at the terminal. */
  get announcement() {
    const { path, record } = this.#directory;
    const [person] = PEOPLE.filter(({ type }) => type === 'user');
    return {
      dataDir: path,
      accounts: [ADMIN, person?.username ?? ''],
      password: record.password,
      hasDesktops: this.#hasDesktops,
    };
  }

  /** Fills it at the first start. What people do in it goes on for a while after that, and some of it for good. */
  async begin(address: string, logger: Logger): Promise<void> {
    const { record, path } = this.#directory;
    const admin = await new DemoClient(address).login(ADMIN, record.password);
    this.#hasDesktops = await admin.hasGuacd();
    const isFirst = !record.isFilled;
    if (isFirst) {
      await seedDemo(admin, record.places, record.password);
      this.#directory.keepFilled();
    }
    const options = await admin.call<{ id: string; name: string }[]>('GET', '/assets');
    const assets = new Map(options.map(({ id, name }) => [name, id]));
    logger.info({ dataDir: path }, 'the demo has begun');
    this.#live(address, assets, isFirst).catch((error: unknown) => {
      if (!this.#over.signal.aborted) {
        logger.warn({ err: error }, 'a script of the demo broke off');
      }
    });
  }

  /** Nobody does anything in it any more. */
  rest(): void {
    this.#over.abort();
  }

  close(): void {
    this.rest();
    this.#hosts.stop();
  }

  async #playTerminals(login: LogIn, assets: AssetIds): Promise<void> {
    await inParallel(SESSION_SCRIPTS, AT_ONCE, async (script) =>
      runSessionScript(
        await login(script.username),
        assets.get(script.host) ?? '',
        script,
        this.#over.signal,
      ),
    );
  }

  async #playDesktop(login: LogIn, assets: AssetIds): Promise<void> {
    if (this.#hasDesktops) {
      const { username, host } = DESKTOP_SCRIPT;
      const person = await login(username);
      await runDesktopScript(person, assets.get(host) ?? '', DESKTOP_SCRIPT, this.#over.signal);
    }
  }

  async #live(address: string, assets: AssetIds, isFirst: boolean): Promise<void> {
    const { signal } = this.#over;
    const login: LogIn = (username) =>
      new DemoClient(address).login(username, this.#directory.record.password);
    const live = LIVE_SESSION_SCRIPTS.map((script) =>
      keepSessionLive(() => login(script.username), assets.get(script.host) ?? '', script, signal),
    );
    const before = isFirst ? [this.#playTerminals(login, assets), this.#playDesktop(login, assets)] : [];
    await Promise.all([...before, ...live]);
  }
}

/**
 * On loopback and with files of its own, whatever the settings say: a demo touches no database, bucket or server of yours.
 * Each setting is named, so that a new one is not taken over unseen.
 */
export function demoConfig(config: Config, dataDir: string, password: string): Config {
  const { given, port, logLevel, guacd, connectionsPerAddress, skipsUpgradeCopy, drainMs } = config;
  return {
    given,
    port,
    logLevel,
    guacd,
    connectionsPerAddress,
    skipsUpgradeCopy,
    drainMs,
    host: LOOPBACK,
    ssh: { host: LOOPBACK, port: config.ssh.port, publicHost: undefined, publicPort: undefined },
    dataDir,
    firstAdmin: { username: ADMIN, password },
    masterKey: undefined,
    signingKey: undefined,
    publicUrls: [],
    tls: undefined,
    trustedProxies: [],
    eventTargetsAllowed: [],
    eventFolder: undefined,
    metricsToken: undefined,
    advisoryFile: undefined,
    databaseUrl: undefined,
    backupTarget: undefined,
    importFolder: undefined,
    backupPassphrase: undefined,
    importKey: undefined,
    importPassword: undefined,
    s3: undefined,
    lock: undefined,
    peer: undefined,
  };
}
