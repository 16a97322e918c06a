import os from 'node:os';

import { createAccessModule, type AccessModule } from './access/module.ts';
import { createFilesModule, type FilesModule } from './files/module.ts';
import { createFleetModule, type FleetModule, type FleetOptions } from './fleet/module.ts';
import type { PeerOptions } from './http/peer-forward.ts';
import { HttpPeerLink } from './http/peer-link.ts';
import { PeerPasses } from './http/peer-pass.ts';
import { createIdentityModule, type IdentityModule } from './identity/module.ts';
import type { FirstAdmin } from './identity/user/user.service.ts';
import { initialise } from './initialise.ts';
import { SECOND_MS } from './kernel/clock.ts';
import { logDefects, runInBackground } from './kernel/defects.ts';
import { InTurn } from './kernel/in-turn.ts';
import type { PeerLink } from './kernel/peer-link.ts';
import { PeriodicTask } from './kernel/periodic-task.ts';
import type { Secret } from './kernel/secret.ts';
import {
  createOperationsModule,
  type OperationsModule,
  type OperationsOptions,
} from './operations/module.ts';
import { layFoundation, type FoundationOptions } from './platform/foundation.ts';
import { createPlatformModule, type PlatformModule, type PlatformOptions } from './platform/module.ts';
import { guardOwnParts } from './platform/own-part-guard.ts';
import { createSessionModule, type SessionModule, type SessionOptions } from './session/module.ts';
import { productVersion } from './version.ts';

interface ServiceOptions
  extends FoundationOptions, PlatformOptions, SessionOptions, FleetOptions, OperationsOptions {
  firstAdmin: FirstAdmin;
}

type Ends = 'start' | 'close';

export interface Services
  extends
    PlatformModule,
    Omit<IdentityModule, Ends>,
    AccessModule,
    FilesModule,
    Omit<SessionModule, Ends>,
    Omit<FleetModule, Ends>,
    Omit<OperationsModule, Ends> {
  /** How this server and the others lead people to each other; undefined for one that is alone. */
  peers: PeerOptions | undefined;
  /** What it says to them by itself. */
  peerLink: PeerLink | undefined;
  /** To be printed once; undefined after the first start. */
  firstPassword: Secret | undefined;
  /** What must be there before anybody is let in, and no command of the operator may make. */
  prepare(): Promise<void>;
  /**
   * Begins what goes on by itself: closing what a dead process left open, sweeps, retention, indexing, reachability. Only
   * the server does, once it listens; a command beside a running server must not.
   */
  start(): Promise<void>;
  /** Begins nothing more of that. Resolves when what is being begun is; to be called before anything is closed. */
  breakOffStart(): Promise<void>;
  close(): Promise<void>;
}

/** What was changed at another server counts here within five seconds. */
const LOOK_MS = 2 * SECOND_MS;

/**
 * The composition root: the modules of the seven areas, each built on those before it. What an earlier one asks of a later
 * one is asked when it is needed, and nothing is before all of them are there. Nothing runs by itself before `start`.
 */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const foundation = await layFoundation(options);
  const { database, audit, storage, logger } = foundation;
  const stopLogging = logDefects(logger);
  try {
    let peerLink: PeerLink | undefined;
    const platform: PlatformModule = createPlatformModule({
      foundation,
      options,
      people: {
        get: (id) => identity.users.get(id),
        listPeople: (ids) => identity.users.listPeople(ids),
        menusOf: (person) => identity.roles.menusOf(person),
      },
      holdSubjects: {
        nameOf: async (kind, id, tx) => {
          switch (kind) {
            case 'session':
              return session.sessions.nameOf(id, tx);
            case 'user':
              return (await identity.users.listPeople([id], tx)).get(id)?.username;
            case 'asset':
              return access.assets.nameOf(id, tx);
          }
        },
      },
      noticeSources: [
        () => operations.alerts.notices(),
        () => session.searchIndexer.notices(),
        () => session.recordingMover.notices(),
        () => files.storageSweep.notices(),
        () => files.storageMove.notices(),
      ],
    });
    const identity: IdentityModule = createIdentityModule({
      platform,
      personFiles: {
        make: (person, tx) => files.defaultStorages.make(person, tx),
        leave: (actor, userIds, fate, deletePeople) =>
          files.storages.leave(actor, userIds, fate, deletePeople),
      },
      ticketAssets: {
        accountOn: async (actor, assetId) => (await session.sshClients.help(actor, assetId)).account,
      },
      publicUrls: options.publicUrls ?? [],
    });
    const access: AccessModule = createAccessModule({
      platform,
      identity,
      isCheckedByJob: () => operations.isCheckedByJob(),
    });
    const files: FilesModule = createFilesModule({ platform, identity });
    const session: SessionModule = createSessionModule({
      platform,
      identity,
      access,
      files,
      vmConsoles: {
        decide: (userId, vmId) => fleet.vmConsoles.decide(userId, vmId),
        resolve: (vmId) => fleet.vmConsoles.resolve(vmId),
        ask: (client, vm, signal) => fleet.vmConsoles.ask(client, vm, signal),
      },
      peerLink: () => peerLink,
      options,
    });
    const fleet: FleetModule = createFleetModule({ platform, identity, access, session, options });
    const operations: OperationsModule = createOperationsModule({
      platform,
      identity,
      access,
      files,
      session,
      fleet,
      options,
    });

    const { users, roles } = identity;
    const firstPassword = await initialise({ database, roles, users, audit, logger }, options.firstAdmin);
    const peers = options.peer && (await meetPeers(platform, options.peer.ca));
    peerLink = peers && new HttpPeerLink(peers);
    const { databaseUrl, s3, peer } = options;
    const { guacd, processes } = platform;
    const stopGuarding = guardOwnParts({ guacd, processes, databaseUrl, s3, peer, logger });
    const look = new PeriodicTask({
      everyMs: LOOK_MS,
      work: async () => {
        await audit.pollOthers();
        await audit.writeFolded();
        await files.storageLogs.writeFolded();
      },
      onFailure: (error) => logger.warn({ err: error }, 'what other servers did could not be read'),
    });

    let hasBegun = false;
    const tellOfServer = async (name: 'server.started' | 'server.stopped') => {
      // Commands of the operator build the same and are no server.
      if (hasBegun || name === 'server.started') {
        hasBegun = true;
        await tellOutside(platform, name);
      }
    };
    const beginning = new InTurn([
      () => look.start(),
      () => platform.events.start(),
      () => tellOfServer('server.started'),
      () => platform.eventDeliveries.start(),
      () => identity.start(),
      () => platform.auditCheckpoints.start(),
      () => platform.advisories.start(),
      () => operations.monitoring.start(),
      () => access.reachability.start(),
      () => platform.diskSpace.start(),
      () => session.start(),
      // Nobody waits for it before somebody opens a desktop.
      () => runInBackground(guacd.ensure(), 'the start of guacd'),
      () => files.storageSweep.start(),
      () => operations.start(),
      () => operations.alerts.start(),
      () => fleet.start(),
      () => platform.work.start(),
    ]);

    return {
      ...platform,
      ...identity,
      ...access,
      ...files,
      ...session,
      ...fleet,
      ...operations,
      peers,
      peerLink,
      firstPassword,
      prepare: async () => {
        // Whoever cannot sign must not record.
        await platform.signing.ready();
        // Whoever finds no job may make one, and then the usual ones would never come.
        await operations.makeDefaultJobs();
      },
      start: () => beginning.run(),
      breakOffStart: () => beginning.breakOff(),
      close: async () => {
        await beginning.breakOff();
        await identity.close();
        look.stop();
        await look.settled();
        await operations.close();
        // Letters that are about to be put in line are kept for the next start.
        await platform.notifications.close();
        await platform.eventDeliveries.close();
        await platform.work.close();
        await operations.alerts.close();
        await fleet.close();
        await session.sessionLogins.close();
        await files.storageSweep.close();
        await platform.auditCheckpoints.close();
        platform.diskSpace.close();
        await session.close();
        await guacd.stop();
        await access.reachability.stop();
        await access.commandFilters.judge.close();
        // Sessions with consoles of machines ask it, and it goes by the gateways.
        await fleet.nodeCollection.close();
        access.accessGateways.close();
        await platform.advisories.close();
        await operations.monitoring.close();
        stopGuarding();
        await writeAllFolded(platform, files);
        await tellOfServer('server.stopped');
        await platform.events.close();
        await storage.close();
        await database.close();
        stopLogging();
      },
    };
  } catch (error) {
    stopLogging();
    await database.close();
    throw error;
  }
}

/** Before the database is closed. What cannot be written then was at least begun: the last entry of each kind says so. */
async function writeAllFolded(
  { audit, logger }: PlatformModule,
  { storageLogs }: FilesModule,
): Promise<void> {
  try {
    await audit.writeFolded({ all: true });
    await storageLogs.writeFolded({ all: true });
  } catch (error) {
    logger.warn({ err: error }, 'how often people were refused could not be written down');
  }
}

/** Never fails: whether somebody outside hears of it keeps no server from its work. */
async function tellOutside(
  { database, eventOutbox, processes, clock, logger }: PlatformModule,
  name: 'server.started' | 'server.stopped',
): Promise<void> {
  const { id: processId } = processes;
  const object = { type: 'server', id: processId, name: os.hostname() };
  const event = { name, at: clock.now(), object, detail: { processId, productVersion: productVersion() } };
  await database
    .transact((tx) => eventOutbox.add(event, tx))
    .catch((error: unknown) => logger.warn({ err: error, event: name }, 'an event could not be left'));
}

async function meetPeers(
  { vault, processes, logger }: PlatformModule,
  ca: string[] | undefined,
): Promise<PeerOptions> {
  const passes = new PeerPasses({
    key: await vault.systemSecret('peer-key'),
    processId: processes.id,
    databaseNow: () => processes.databaseNow(),
  });
  return {
    passes,
    holderOf: (sessionId, isRecorded) => processes.holderOf(sessionId, isRecorded),
    others: () => processes.others(),
    logger,
    ca,
  };
}
