import type { Config } from '../config.ts';
import { inParallel } from '../kernel/in-parallel.ts';
import type { Logger } from '../kernel/logger.ts';
import { keepGoing, playScene } from './act.ts';
import { PEOPLE } from './cast.ts';
import { DemoClient } from './demo-client.ts';
import { DemoDirectory } from './demo-directory.ts';
import { fillDemo, type AssetIds } from './fill.ts';
import { HostsChild } from './hosts-child.ts';
import { LIVE_SCENES, SCENES } from './scenes.ts';

const ADMIN = 'admin';
const LOOPBACK = '127.0.0.1';
const AT_ONCE = 4;

/** The product with a life of its own, in a directory of its own, for people who want to look before they install. */
export class Demo {
  readonly config: Config;
  readonly #directory: DemoDirectory;
  readonly #hosts: HostsChild;
  readonly #over = new AbortController();

  private constructor(config: Config, directory: DemoDirectory, hosts: HostsChild) {
    this.config = config;
    this.#directory = directory;
    this.#hosts = hosts;
  }

  static async open(config: Config, options: { isFresh: boolean }): Promise<Demo> {
    const directory = DemoDirectory.open(`${config.dataDir}-demo`, options);
    const { keys, places, password } = directory.record;
    const hosts = await HostsChild.start({ keys, places });
    directory.keepPlaces(hosts.places);
    return new Demo(demoConfig(config, directory.path, password), directory, hosts);
  }

  /** For the person at the terminal. */
  get announcement() {
    const { path, record } = this.#directory;
    const [person] = PEOPLE.filter(({ type }) => type === 'user');
    return { dataDir: path, accounts: [ADMIN, person?.username ?? ''], password: record.password };
  }

  /** Fills it at the first start. What people do in it goes on for a while after that, and some of it for good. */
  async begin(address: string, logger: Logger): Promise<void> {
    const { record, path } = this.#directory;
    const admin = await new DemoClient(address).login(ADMIN, record.password);
    const isFirst = !record.isFilled;
    if (isFirst) {
      await fillDemo(admin, record.places, record.password);
      this.#directory.keepFilled();
    }
    const options = await admin.call<{ id: string; name: string }[]>('GET', '/assets');
    const assets = new Map(options.map(({ id, name }) => [name, id]));
    logger.info({ dataDir: path }, 'the demo has begun');
    this.#live(address, assets, isFirst).catch((error: unknown) => {
      if (!this.#over.signal.aborted) {
        logger.warn({ err: error }, 'a scene of the demo broke off');
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

  async #live(address: string, assets: AssetIds, isFirst: boolean): Promise<void> {
    const { signal } = this.#over;
    const login = (username: string) =>
      new DemoClient(address).login(username, this.#directory.record.password);
    const live = LIVE_SCENES.map((scene) =>
      keepGoing(() => login(scene.username), assets.get(scene.host) ?? '', scene, signal),
    );
    if (isFirst) {
      await inParallel(SCENES, AT_ONCE, async (scene) =>
        playScene(await login(scene.username), assets.get(scene.host) ?? '', scene, signal),
      );
    }
    await Promise.all(live);
  }
}

/** On loopback and with files of its own, whatever the settings say: a demo touches no database, bucket or server of yours. */
export function demoConfig(config: Config, dataDir: string, password: string): Config {
  return {
    ...config,
    host: LOOPBACK,
    dataDir,
    firstAdmin: { username: ADMIN, password },
    masterKey: undefined,
    publicUrls: [],
    tls: undefined,
    trustedProxies: [],
    metricsToken: undefined,
    advisoryFile: undefined,
    databaseUrl: undefined,
    backupTarget: undefined,
    backupPassphrase: undefined,
    s3: undefined,
    peer: undefined,
  };
}
