import type { SshTicketKind } from '@jadegate/contract/identity/ssh-ticket';
import { translate } from '@jadegate/contract/language';
import { CHANNEL_WORDS, SSH_DOOR_WORDS } from '@jadegate/contract/session/ssh-door.words';
import { WAY_WORDS } from '@jadegate/contract/words/way';

import type { Decision } from '../../access/authorised/access.service.ts';
import type { ShownTicket } from '../../identity/ssh-ticket/ssh-ticket.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Logger } from '../../kernel/logger.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import type { ChannelToClient, ClientChannel } from '../../protocols/ssh-server/client-channel.ts';
import type {
  ChannelHandlers,
  ChannelOpening,
  Lendable,
  ListenRequest,
} from '../../protocols/ssh-server/client-connection.ts';
import { fileCommandOf } from '../../protocols/ssh-server/file-commands/classify-exec.ts';
import type { ToClient } from '../../protocols/ssh-server/to-client.ts';
import { NoExec } from '../../protocols/ssh/exec.ts';
import { ForwardError } from '../../protocols/ssh/forward.ts';
import { NoShell } from '../../protocols/ssh/terminal.ts';
import type { Lending } from '../terminal-session/native-ssh.interface.ts';
import type { AssetFinder, NamedAsset } from './asset-finder.ts';
import { AssetMenu } from './asset-menu.ts';
import type { AssetResolver, Decided } from './asset-resolver.ts';
import { demandChannel, demandForward, demandTicketKind } from './channel-rights.ts';
import type { CommandRules } from './command-rules.ts';
import type { ConnectionForwards } from './connection-forwards.ts';
import type { ConnectionSessions, TakenSession } from './connection-sessions.ts';
import type { FileChannels } from './files/file-channels.ts';
import type { SpaceServices } from './files/space-files.ts';
import { VirtualRoots } from './files/virtual-roots.ts';
import type { LentChannel } from './lent-channel.ts';
import { inPlainEnglish, reasonOf, refused, Refused, type Reason } from './refused.ts';

interface Parts {
  actor: Actor;
  resolver: AssetResolver;
  /** What the connection is bound to that came by a ticket. */
  ticket?: ShownTicket | undefined;
  sessions: ConnectionSessions;
  assets: AssetFinder;
  rules: CommandRules;
  /** Takes in, on the channel, an SSH client that wants to go on to an asset. */
  jump: (opening: ChannelOpening, asset: NamedAsset) => Promise<void>;
  forwards: ConnectionForwards;
  toClient: ToClient;
  files: FileChannels;
  spaces: SpaceServices;
  logger: Logger;
}

/** Of those that are being decided: each is asked about, and a client may send hundreds in a moment. */
const MOST_ASKED_TO_LISTEN = 20;
/** Reasons that wait for a terminal on which they can be said. */
const MOST_UNTOLD = 20;

/** By the names of the switches. */
const LENDABLE = { agent: 'agentForward', x11: 'x11' } as const;

/** A client that is signed in: each channel is decided when it opens, and becomes a part of a session. */
export class NativeConnection implements ChannelHandlers {
  readonly #parts: Parts;
  /** Resolves when it is known where the asset listens: a terminal then says what came of it. */
  #listening: Promise<unknown> = Promise.resolve();
  #askedToListen = 0;
  /** What could not be said when it was refused. */
  #untold: Reason[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  shell(channel: ClientChannel): Promise<void> {
    return this.#serve(channel, async () => {
      const { pty } = channel.requests;
      this.#demandKind('shell');
      if (pty && !(await this.#parts.resolver.find())) {
        await this.#showMenu(channel);
        return;
      }
      await this.#openShell(await this.#parts.resolver.decided(), channel);
    });
  }

  exec(channel: ClientChannel, command: string): Promise<void> {
    return this.#serve(channel, async () => {
      if (channel.requests.pty && !(await this.#parts.resolver.find())) {
        // Some clients wrap the shell that they want in a command of their own.
        await this.#showMenu(channel, command);
        return;
      }
      await this.#run(await this.#parts.resolver.decided(), channel, command);
    });
  }

  subsystem(channel: ClientChannel, name: string): Promise<void> {
    return this.#serve(channel, async () => {
      if (name !== 'sftp') {
        throw refused('subsystem_unknown', { name });
      }
      this.#demandKind('files');
      const { actor, assets, sessions, files, spaces } = this.#parts;
      const virtual = new VirtualRoots({ actor, assets, sessions, files, spaces });
      const asset = await this.#parts.resolver.find();
      if (!asset) {
        await virtual.serve(channel);
        return;
      }
      const { relay, reason } = await virtual.openAsset(asset, channel.stream);
      channel.onClose(() => relay.close());
      await relay.done;
      const why = reason();
      if (why === undefined) {
        channel.finish({ kind: 'exit', code: 0 });
      } else {
        channel.refuse(why(this.#language));
      }
    });
  }

  forward(opening: ChannelOpening, to: { host: string; port: number }): Promise<void> {
    return this.#open(opening, async () => {
      const { resolver, actor, assets } = this.#parts;
      this.#demandKind('forward');
      if (!resolver.isNamed) {
        // As `ssh -J` does it: what comes through is SSH to an asset, and ends here.
        const asset = await assets.findForJump(actor.userId, to);
        await this.#parts.jump(opening, asset);
        return;
      }
      const { asset, decision } = await this.#parts.resolver.decided();
      demandChannel(decision, 'localForward');
      demandForward(decision, to);
      await this.#parts.forwards.lead(opening, asset, to);
    });
  }

  forwardToSocket(opening: ChannelOpening, path: string): Promise<void> {
    return this.#open(opening, async () => {
      this.#demandKind('forward');
      const { asset, decision } = await this.#parts.resolver.decided();
      demandChannel(decision, 'socketForward');
      await this.#parts.forwards.lead(opening, asset, { path });
    });
  }

  async mayLend(what: Lendable): Promise<boolean> {
    try {
      // Whoever comes to the menu is judged by what they choose.
      if (await this.#parts.resolver.find()) {
        this.#demandLending(what, (await this.#parts.resolver.decided()).decision);
      }
      return true;
    } catch (error) {
      this.#parts.toClient.tell(inPlainEnglish(this.#reasonOf(error)));
      return false;
    }
  }

  listen(request: ListenRequest): void {
    if (this.#askedToListen >= MOST_ASKED_TO_LISTEN) {
      request.refuse();
      return;
    }
    this.#askedToListen += 1;
    const listen = async () => {
      try {
        this.#demandKind('forward');
        const decided = await this.#parts.resolver.decided();
        demandChannel(decided.decision, 'remoteForward');
        await this.#parts.forwards.listen(request, decided);
      } catch (error) {
        const reason = this.#reasonOf(error);
        this.#untold = [...this.#untold, reason].slice(-MOST_UNTOLD);
        this.#parts.toClient.tell(inPlainEnglish(reason));
        request.refuse();
      } finally {
        this.#askedToListen -= 1;
      }
    };
    this.#listening = Promise.all([this.#listening, listen()]);
  }

  stopListening({ at, accept, refuse }: ListenRequest): void {
    if (this.#parts.forwards.stopListening(at)) {
      accept();
    } else {
      refuse();
    }
  }

  async #openShell(decided: Decided, channel: ChannelToClient): Promise<void> {
    const { asset, decision } = decided;
    const { pty } = channel.requests;
    demandChannel(decision, 'shell');
    if (pty) {
      const need = { need: 'shell', size: pty.size } as const;
      await this.#parts.sessions.use(asset.id, need, (host, taken) =>
        host.openTerminal(channel, { lending: this.#lendingFor(channel, decided, taken) }),
      );
      return;
    }
    // Nothing of it is on a screen where it could be read: it is a command, whose input is recorded.
    this.#demandKind('exec');
    demandChannel(decision, 'exec');
    await this.#parts.sessions.use(asset.id, { need: 'commands' }, (host, taken) =>
      host.execute(channel, { lines: [], isRecorded: true }, this.#lendingFor(channel, decided, taken)),
    );
  }

  async #run(decided: Decided, channel: ChannelToClient, command: string): Promise<void> {
    const { asset, decision } = decided;
    const { pty } = channel.requests;
    if (command.includes('\0')) {
      // Some hosts would run what stands before it, which is not what was judged.
      throw refused('command_broken');
    }
    const moves = pty ? undefined : fileCommandOf(command);
    this.#demandKind(moves ? 'files' : 'exec');
    // Where only listed commands run, the list decides; what moves files goes by the switches of files.
    const isListed = decision.limits.commandsOnlyOf !== null;
    if (!moves && !isListed) {
      demandChannel(decision, 'exec');
    }
    if (pty && isListed) {
      // On a terminal many programs show a page at a time, and take commands meanwhile: `!sh` in a pager is a shell.
      throw refused('listed_without_terminal');
    }
    const { rules, sessions, files } = this.#parts;
    const { lines, refusal } = await rules.judge(decision, command, this.#language);
    const why = refusal ?? (moves && files.refusalOf(moves, decision.flags, this.#language));
    const need = { need: pty ? 'shell' : 'commands', size: pty?.size } as const;
    await sessions.use(asset.id, need, async (host, taken) => {
      const what = { command, lines, isRecorded: !moves, isListed: isListed || moves !== undefined };
      if (why !== undefined) {
        host.noteRefused(what);
        await (moves && files.noteRefused(moves, taken.id));
        throw new Refused(() => why);
      }
      const lending = this.#lendingFor(channel, decided, taken);
      const watch = moves && files.watch(moves, taken.id, this.#language);
      await (pty
        ? host.openTerminal(channel, { command: what, lending })
        : host.execute(channel, { ...what, watch }, lending));
    });
  }

  /** What the channel asked to lend, and may. Of what it may not its person reads where there is a screen. */
  #lendingFor(
    channel: ChannelToClient,
    { asset, decision }: Decided,
    { id: sessionId }: TakenSession,
  ): Lending {
    const { wantsAgent = false, x11 } = channel.requests;
    const say = (reason: Reason) =>
      channel.requests.pty && channel.write(Buffer.from(`${reason(this.#language)}\r\n`));
    this.#untold.splice(0).forEach(say);
    const lend = (what: Lendable) => {
      try {
        this.#demandLending(what, decision);
        return this.#parts.forwards.lend(what, { asset, sessionId });
      } catch (error) {
        say(this.#reasonOf(error));
        return undefined;
      }
    };
    return {
      agent: wantsAgent ? lend('agent') : undefined,
      x11: x11 && lend('x11'),
      onDeclined: (what) => {
        say(refused('host_declined', { switch: CHANNEL_WORDS[LENDABLE[what]] }).reason);
      },
    };
  }

  #demandLending(what: Lendable, decision: Decision): void {
    this.#demandKind('forward');
    demandChannel(decision, LENDABLE[what]);
  }

  async #showMenu(channel: ClientChannel, command?: string): Promise<void> {
    const { actor, assets } = this.#parts;
    const menu = new AssetMenu({
      channel,
      language: actor.language,
      list: (text) => assets.listForMenu(actor, text),
      open: (entry, lent) => this.#openFromMenu(entry, lent, command),
      reasonOf: (error) => this.#reasonOf(error)(actor.language),
    });
    await menu.show();
    channel.finish({ kind: 'exit', code: 0 });
  }

  async #openFromMenu(
    asset: Decided['asset'],
    lent: LentChannel,
    command: string | undefined,
  ): Promise<void> {
    const { actor, assets, sessions } = this.#parts;
    const decided = { asset, decision: await assets.decide(actor.userId, asset) };
    await (command === undefined ? this.#openShell(decided, lent) : this.#run(decided, lent, command));
    await lent.returned;
    // What was opened from the menu is over when it comes back.
    await sessions.endOn(asset.id);
    const { reason } = lent;
    if (reason !== undefined) {
      throw new Refused(() => reason);
    }
  }

  #demandKind(kind: SshTicketKind): void {
    demandTicketKind(this.#parts.ticket, kind);
  }

  get #language() {
    return this.#parts.actor.language;
  }

  /** The same for a channel that is not open yet. */
  async #open(opening: ChannelOpening, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      opening.refuse(inPlainEnglish(this.#reasonOf(error)));
    }
  }

  /** Never fails: whoever waits at the channel reads why it came to nothing. */
  async #serve(channel: ClientChannel, work: () => Promise<void>): Promise<void> {
    try {
      await Promise.all([channel.requests.answered, this.#listening]);
      await work();
    } catch (error) {
      channel.refuse(this.#reasonOf(error)(this.#language));
    }
  }

  #reasonOf(error: unknown): Reason {
    const reason = reasonOf(error);
    if (reason) {
      return reason;
    }
    if (error instanceof NoShell || error instanceof NoExec || error instanceof ForwardError) {
      return (language) => translate(SSH_DOOR_WORDS.host_refused, language);
    }
    if (error instanceof DialError && error.kind === 'own_part' && error.target) {
      const { target } = error;
      return (language) => translate(WAY_WORDS.own_part, language, { ...target });
    }
    this.#parts.logger.warn({ err: error }, 'a channel of an SSH client could not be opened');
    return (language) => translate(SSH_DOOR_WORDS.failed, language);
  }
}
