import {
  changeCommandOwner,
  createCommand,
  createOwnCommand,
  deleteCommands,
  deleteOwnCommands,
  getCommand,
  getOwnCommand,
  listAllCommands,
  listAllOwnCommands,
  listCommands,
  listOwnCommands,
  updateCommand,
  updateOwnCommand,
} from '@jadegate/contract/access/command';

import type { Api } from '../../http/api.ts';
import type { CommandService } from './command.service.ts';

export function commandRoutes(api: Api, { commands }: { commands: CommandService }): void {
  api.on(listAllCommands, () => commands.listAll());
  api.on(listCommands, ({ query }) => commands.list(query));
  api.on(getCommand, ({ params }) => commands.get(params.id));
  api.on(createCommand, ({ actor, body }) => commands.create(actor, body));
  api.on(updateCommand, ({ actor, params, body }) => commands.update(actor, params.id, body));
  api.on(deleteCommands, ({ actor, params }) => commands.delete(actor, params.ids));
  api.on(changeCommandOwner, ({ actor, params, query }) =>
    commands.changeOwner(actor, params.id, query.owner),
  );
  api.on(listAllOwnCommands, ({ actor }) => commands.listAllOwn(actor));
  api.on(listOwnCommands, ({ actor, query }) => commands.listOwn(actor, query));
  api.on(getOwnCommand, ({ actor, params }) => commands.getOwn(actor, params.id));
  api.on(createOwnCommand, ({ actor, body }) => commands.createOwn(actor, body));
  api.on(updateOwnCommand, ({ actor, params, body }) => commands.updateOwn(actor, params.id, body));
  api.on(deleteOwnCommands, ({ actor, params }) => commands.deleteOwn(actor, params.ids));
}
