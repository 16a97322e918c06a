import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';

/** A saved snippet of one or more lines. `{{name}}` in it asks for a value before it is used. */
export const Command = z.object({
  id: z.string(),
  name: z.string(),
  content: z.string(),
  created: FamilyTime,
  owner: z.string(),
  ownerName: z.string(),
  /** Empty when nobody owns it any more. */
  ownerAccount: z.string(),
  /** Everybody who is signed in may use it. */
  shared: z.boolean(),
  /**
   * Where `content` is not all of it, because the answer would be too long: `GET` of the one command has it. A page has the
   * beginning; a whole list has nothing then, since its clients type what they find there into terminals.
   */
  isCut: z.boolean().optional(),
});
export type Command = z.infer<typeof Command>;

const Content = z
  .string()
  .max(LIMITS.commandContent.max)
  .refine((text) => text.trim() !== '', { params: { rule: 'required' } });
/** `isCut` is not among them: whoever sends back a part must not have it taken for the whole. */
const notTaken = echoed('id', 'created', 'owner', 'ownerName', 'ownerAccount');

export const CommandInput = z.strictObject({
  name: Name,
  content: Content,
  shared: z.boolean().optional(),
  ...notTaken,
});
export type CommandInput = z.infer<typeof CommandInput>;

/** Sharing puts text under other people's fingers, so it is not one's own to decide. */
export const OwnCommandInput = z.strictObject({
  name: Name,
  content: Content,
  ...echoed('id', 'created', 'owner', 'ownerName', 'ownerAccount', 'shared'),
});
export type OwnCommandInput = z.infer<typeof OwnCommandInput>;

const filters = { name: SearchText, content: SearchText };
export const CommandQuery = pagingQuery(['name', 'created'], filters);
export type CommandQuery = z.infer<typeof CommandQuery>;

/** Each leaves an entry in the audit log. */
const CHANGES_PER_MINUTE = 60;

const ById = z.object({ id: Id });
const ByIds = z.object({ ids: IdList });

export const listAllCommands = endpoint({
  method: 'GET',
  path: '/commands',
  access: ['command', 'command-exec'],
  summary: 'Every command, by name; the first thousand of them.',
  response: z.array(Command),
});

export const listCommands = endpoint({
  method: 'GET',
  path: '/commands/paging',
  access: ['command'],
  summary: 'Commands of everybody, page by page.',
  query: CommandQuery,
  response: paged(Command),
});

export const getCommand = endpoint({
  method: 'GET',
  path: '/commands/:id',
  access: ['command', 'command-edit', 'command-exec'],
  summary: 'One command.',
  params: ById,
  response: Command,
});

export const createCommand = endpoint({
  method: 'POST',
  path: '/commands',
  access: ['command-add'],
  perPerson: CHANGES_PER_MINUTE,
  summary: 'Saves a command, owned by the caller.',
  body: CommandInput,
  response: Command,
});

export const updateCommand = endpoint({
  method: 'PUT',
  path: '/commands/:id',
  access: ['command-edit'],
  perPerson: CHANGES_PER_MINUTE,
  summary: 'Changes a command; without `shared` it stays shared or not as it was.',
  params: ById,
  body: CommandInput,
});

export const deleteCommands = endpoint({
  method: 'DELETE',
  path: '/commands/:ids',
  access: ['command-del'],
  perPerson: CHANGES_PER_MINUTE,
  summary: 'Deletes commands, all or none.',
  params: ByIds,
});

export const changeCommandOwner = endpoint({
  method: 'POST',
  path: '/commands/:id/change-owner',
  access: ['command-change-owner'],
  perPerson: CHANGES_PER_MINUTE,
  summary: 'Gives a command to another person.',
  params: ById,
  query: z.object({ owner: Id }),
});

export const listAllOwnCommands = endpoint({
  method: 'GET',
  path: '/worker/commands',
  access: 'signed-in',
  summary: 'The caller’s own commands and the shared ones, by name; a thousand at most.',
  response: z.array(Command),
});

export const listOwnCommands = endpoint({
  method: 'GET',
  path: '/worker/commands/paging',
  access: 'signed-in',
  summary: 'The caller’s own commands and the shared ones, page by page.',
  query: CommandQuery,
  response: paged(Command),
});

export const getOwnCommand = endpoint({
  method: 'GET',
  path: '/worker/commands/:id',
  access: 'signed-in',
  summary: 'One command that is the caller’s own or shared.',
  params: ById,
  response: Command,
});

export const createOwnCommand = endpoint({
  method: 'POST',
  path: '/worker/commands',
  access: 'signed-in',
  perPerson: CHANGES_PER_MINUTE,
  summary: 'Saves a command of one’s own. It is not shared.',
  body: OwnCommandInput,
  response: Command,
});

export const updateOwnCommand = endpoint({
  method: 'PUT',
  path: '/worker/commands/:id',
  access: 'signed-in',
  perPerson: CHANGES_PER_MINUTE,
  summary:
    'Changes a command of one’s own. New content ends its sharing until an administrator shares it again.',
  params: ById,
  body: OwnCommandInput,
});

export const deleteOwnCommands = endpoint({
  method: 'DELETE',
  path: '/worker/commands/:ids',
  access: 'signed-in',
  perPerson: CHANGES_PER_MINUTE,
  summary: 'Deletes commands of one’s own, all or none: one id that is not there refuses them all.',
  params: ByIds,
});
