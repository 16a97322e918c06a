import type { Reauthentication } from '@jadegate/contract/identity/account';
import { MENU_IDS } from '@jadegate/contract/menu';
import {
  bringNextTerminal,
  type NextTerminalFolder,
  type NextTerminalImport,
  type NextTerminalLook,
  type NextTerminalOrder,
} from '@jadegate/contract/operations/next-terminal-import';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { ReauthenticationService } from '../../identity/auth/reauthentication.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { requesterOf } from '../../work/requester.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import type { ImportFolder } from './import-folder.ts';
import {
  KeptOptions,
  KeptPlace,
  secretsOf,
  USUAL_KEY,
  type NextTerminalImportKind,
} from './next-terminal-import.kind.ts';
import { nameOf, present, withoutPassword } from './open-import.present.ts';
import type { OpenImport, OpenImportRepository } from './open-import.repository.ts';
import type { SentFile } from './sent-file.ts';

interface Dependencies {
  database: Database;
  rows: OpenImportRepository;
  kind: NextTerminalImportKind;
  work: WorkEngine;
  vault: VaultService;
  roles: Pick<RoleService, 'menusOf'>;
  reauthentication: Pick<ReauthenticationService, 'confirm'>;
  audit: AuditService;
  processes: Pick<ServerProcessService, 'diskId'>;
  folder: ImportFolder;
  sentFile: SentFile;
  clock: Clock;
}

const RESTING = ['looked', 'stopped', 'failed'] as const;

/**
 * The import as the console leads through it: where, key, what will happen, done. It makes people, roles and grants of a
 * file that anybody may have made, so only who holds every right gets here.
 */
export class ImportDeskService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async get(actor: Actor): Promise<{ folder: NextTerminalFolder; current: NextTerminalImport | null }> {
    await this.#refuseUnlessFull(actor);
    const row = await this.#deps.rows.find();
    const { progress } = this.#deps.kind;
    return {
      folder: await this.#deps.folder.look(),
      current: row
        ? present(row, row.section === progress?.section ? progress : undefined, actor.language)
        : null,
    };
  }

  /** Nothing is written but that: what comes of it is looked at first. */
  async begin(actor: Actor, order: NextTerminalOrder): Promise<void> {
    await this.#refuseUnlessFull(actor);
    const { database, rows, vault, processes, clock } = this.#deps;
    const { place } = order;
    const id = newId(clock.now());
    const row: OpenImport = {
      slot: 'open',
      id,
      state: place.kind === 'upload' ? 'file' : 'looking',
      step: 'look',
      place: JSON.stringify(KeptPlace.parse(withoutPassword(place))),
      options: JSON.stringify(await this.#options(order)),
      disk: await processes.diskId(),
      person_name: actor.username,
      created_at: clock.now(),
      section: '',
      failure: '',
      report: '',
    };
    const taken = (cause: unknown) => new AppError('next_terminal.open_already', { cause });
    await refusingTaken(database, taken, () =>
      database.transact(async (tx) => {
        await rows.insert(row, tx);
        await vault.put(secretsOf(id), 'key', new Secret(order.encryptionKey || USUAL_KEY), tx);
        if (place.kind === 'mysql') {
          await vault.put(secretsOf(id), 'password', new Secret(place.password), tx);
        }
        await this.#note(actor, 'begun', { place: nameOf(KeptPlace.parse(withoutPassword(place))) }, tx);
        if (row.state === 'looking') {
          await this.#order(actor, row, 'look', tx);
        }
      }),
    );
  }

  async receive(actor: Actor, incoming: () => Promise<{ source: AsyncIterable<Uint8Array> }>): Promise<void> {
    await this.#refuseUnlessFull(actor);
    const { database, rows, processes, sentFile } = this.#deps;
    const row = await this.#find(['file']);
    await sentFile.receive(row.id, (await incoming()).source);
    const change = { state: 'looking', disk: await processes.diskId() } as const;
    await database.transact(async (tx) => {
      refuseUnless(await rows.move({ id: row.id, from: ['file'] }, change, tx));
      await this.#order(actor, row, 'look', tx);
    });
  }

  /** With another key, or otherwise than it was looked at before; the file need not come again. */
  async lookAgain(actor: Actor, { encryptionKey, ...options }: NextTerminalLook): Promise<void> {
    await this.#refuseUnlessFull(actor);
    const { database, rows, vault } = this.#deps;
    const row = await this.#find(RESTING);
    const change = {
      state: 'looking',
      step: 'look',
      options: JSON.stringify(await this.#options(options)),
      failure: '',
      report: '',
    } as const;
    await database.transact(async (tx) => {
      refuseUnless(await rows.move({ id: row.id, from: RESTING }, change, tx));
      if (encryptionKey !== null) {
        await vault.put(secretsOf(row.id), 'key', new Secret(encryptionKey || USUAL_KEY), tx);
      }
      await this.#order(actor, row, 'look', tx);
    });
  }

  /** What was looked at, or the rest of what broke off. */
  async bring(actor: Actor, proof: Reauthentication): Promise<void> {
    await this.#refuseUnlessFull(actor);
    await this.#confirm(actor, proof);
    const { database, rows } = this.#deps;
    const row = await this.#find(RESTING);
    refuseUnless(row.step === 'bring' || row.state === 'looked');
    const change = {
      state: 'bringing',
      step: 'bring',
      failure: '',
      // The report of a look is about what would come; that of an earlier try, about what came.
      ...(row.step === 'look' && { report: '' }),
    } as const;
    await database.transact(async (tx) => {
      refuseUnless(await rows.move({ id: row.id, from: RESTING }, change, tx));
      const place = nameOf(KeptPlace.parse(JSON.parse(row.place)));
      await this.#note(actor, 'ordered', { place, ...KeptOptions.parse(JSON.parse(row.options)) }, tx);
      await this.#order(actor, row, 'bring', tx);
    });
  }

  async stop(actor: Actor): Promise<void> {
    await this.#refuseUnlessFull(actor);
    const row = await this.#find(['looking', 'bringing']);
    await this.#deps.work.cancel(this.#deps.kind, row.id);
  }

  /** What was brought stays. */
  async close(actor: Actor): Promise<void> {
    await this.#refuseUnlessFull(actor);
    const { database, rows, vault, sentFile } = this.#deps;
    const over = ['file', 'brought', ...RESTING] as const;
    const row = await this.#find(over);
    await database.transact(async (tx) => {
      refuseUnless(await rows.remove(row.id, over, tx));
      await vault.removeOwners([secretsOf(row.id)], tx);
      await this.#note(actor, 'closed', { state: row.state }, tx);
    });
    await sentFile.removeAll();
  }

  /** What is not there cannot be brought: the page offers it only where it is, but files come and go. */
  async #options({
    administrators,
    recordings,
    files,
  }: Pick<NextTerminalOrder, keyof typeof KeptOptions.shape>) {
    const { hasRecordings, hasFiles } = await this.#deps.folder.look();
    return { administrators, recordings: recordings && hasRecordings, files: files && hasFiles };
  }

  async #find(states: readonly OpenImport['state'][]): Promise<OpenImport> {
    const row = await this.#deps.rows.find();
    if (!row || !states.includes(row.state)) {
      throw new AppError('next_terminal.not_now');
    }
    return row;
  }

  async #order(actor: Actor, { id }: OpenImport, step: 'look' | 'bring', tx: Tx): Promise<void> {
    const { work, kind } = this.#deps;
    const order = {
      subject: id,
      subjectName: 'Next Terminal',
      person: { id: actor.userId, name: actor.username },
      input: { step, by: requesterOf(actor) },
    };
    await work.add(kind, order, tx);
  }

  async #note(
    actor: Actor,
    act: 'begun' | 'ordered' | 'closed',
    detail: Record<string, string | boolean>,
    tx: Tx,
  ): Promise<void> {
    const object = { type: 'next-terminal', id: '', name: '' };
    await this.#deps.audit.write(actor, { action: `next-terminal.${act}`, object, detail }, tx);
  }

  async #confirm(actor: Actor, proof: Reauthentication): Promise<void> {
    try {
      await this.#deps.reauthentication.confirm(actor, bringNextTerminal, proof);
    } catch (error) {
      await this.#deps.audit.writeAlone(actor, {
        action: 'next-terminal.refused',
        object: { type: 'next-terminal', id: '', name: '' },
        result: 'failure',
      });
      throw error;
    }
  }

  async #refuseUnlessFull(actor: Actor): Promise<void> {
    const held = await this.#deps.roles.menusOf({ id: actor.userId });
    if (!MENU_IDS.every((id) => held.includes(id))) {
      throw new AppError('next_terminal.needs_every_right');
    }
  }
}

function refuseUnless(isSo: boolean): void {
  if (!isSo) {
    throw new AppError('next_terminal.not_now');
  }
}
