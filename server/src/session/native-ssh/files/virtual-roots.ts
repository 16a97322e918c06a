import { duplexPair, type Duplex } from 'node:stream';

import { sshAssetName, sshHandle } from '@jadegate/contract/session/ssh-user-name';

import type { Actor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { runInBackground } from '../../../kernel/defects.ts';
import type { ClientChannel } from '../../../protocols/ssh-server/client-channel.ts';
import { NoSuchRoot, SftpMux, type SftpRoots } from '../../../protocols/ssh-server/sftp/mux.ts';
import type { SftpRelay } from '../../../protocols/ssh-server/sftp/relay.ts';
import { TreeServer } from '../../../protocols/ssh-server/sftp/tree-server.ts';
import { STATUS } from '../../../protocols/ssh/sftp-packet.ts';
import type { AssetFinder, NamedAsset } from '../asset-finder.ts';
import type { ConnectionSessions } from '../connection-sessions.ts';
import { reasonOf, Refused, type Reason } from '../refused.ts';
import type { FileChannels } from './file-channels.ts';
import { SpaceFiles, type SpaceServices } from './space-files.ts';

interface Parts {
  actor: Actor;
  assets: AssetFinder;
  sessions: ConnectionSessions;
  files: FileChannels;
  spaces: SpaceServices;
}

/** The folder that holds the storage spaces. An asset of this name is found by its handle. */
const SPACES = 'storage';

const CODES: Partial<Record<string, number>> = {
  'file.not_found': STATUS.notFound,
  'storage.not_found': STATUS.notFound,
  'storage.forbidden': STATUS.permission,
  'storage.read_only': STATUS.permission,
  'file.forbidden': STATUS.permission,
  'file.unsupported': STATUS.unsupported,
};

/** What an SFTP client sees that names no asset: a folder for each that its person may use, and one of their spaces. */
export class VirtualRoots implements SftpRoots {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async serve(channel: ClientChannel): Promise<void> {
    const mux = new SftpMux(channel.stream, this);
    channel.onClose(() => mux.close());
    await mux.done;
    channel.finish({ kind: 'exit', code: 0 });
  }

  /** The files of one asset, for whoever names it. Rejects with a reason. */
  async openAsset(
    asset: NamedAsset,
    client: Duplex,
  ): Promise<{ relay: SftpRelay; reason: () => Reason | undefined }> {
    const { actor, assets, sessions, files } = this.#parts;
    const { language } = actor;
    const decision = await assets.decide(actor.userId, asset);
    if (decision.limits.commandsOnlyOf !== null) {
      throw new AppError('file.forbidden');
    }
    return sessions.use(asset.id, { need: 'nothing' }, async (host, { id, reason }) => ({
      relay: await files.openSftp(client, { host, sessionId: id, language }),
      reason,
    }));
  }

  async list(): Promise<readonly string[]> {
    const { actor, assets } = this.#parts;
    const found = await assets.listForFiles(actor);
    const names = found.map(sshAssetName);
    // What has the name of another, or that of the spaces, goes by its handle.
    const taken = new Set([SPACES, ...names.filter((name, at) => names.indexOf(name) !== at)]);
    return [
      SPACES,
      ...found.map(({ id }, at) => {
        const name = names[at] ?? '';
        return taken.has(name) ? sshHandle(id) : name;
      }),
    ];
  }

  async has(name: string): Promise<boolean> {
    const { actor, assets } = this.#parts;
    return (
      name === SPACES || (await assets.list(actor.userId, name)).some(({ protocol }) => protocol === 'ssh')
    );
  }

  async open(name: string): Promise<Duplex> {
    const { actor, assets } = this.#parts;
    const [near, far] = duplexPair();
    if (name === SPACES) {
      const files = new SpaceFiles(actor, this.#parts.spaces, (error) => this.#explain(error));
      runInBackground(new TreeServer(far, files).done, 'the spaces of an SSH client');
      return near;
    }
    const asset = await assets.find(actor.userId, name);
    const { relay } = await this.openAsset(asset, far);
    runInBackground(
      relay.done.then(() => far.destroy()),
      'the files of an asset of an SSH client',
    );
    return near;
  }

  reasonOf(error: unknown): string {
    return error instanceof NoSuchRoot ? 'No such file' : this.#explain(error).text;
  }

  #explain(error: unknown): { code: number; text: string } {
    const code = (error instanceof AppError ? CODES[error.code] : undefined) ?? STATUS.failure;
    const isForeseen = error instanceof AppError || error instanceof Refused;
    return { code, text: (isForeseen && reasonOf(error)?.(this.#parts.actor.language)) || 'Failure' };
  }
}
