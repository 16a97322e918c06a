import { AllowedCommand } from '@jadegate/contract/access/allowed-command';
import { CHANNEL_SWITCHES, ForwardTargets, USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
import { Id } from '@jadegate/contract/scalars';
import * as z from 'zod';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { flag, maybeId, named, text, time, whole } from './section-values.ts';
import { section } from './section.ts';

/** Files from before strategies could be limited to commands hold none. */
const allowedCommands = text.refine((json) => isJsonOf(z.array(AllowedCommand), json)).default('[]');
/** Files from before there were these switches hold strategies under which a shell and commands were open. */
const channels = text
  .refine((json) => isJsonOf(z.array(z.enum(CHANNEL_SWITCHES)), json))
  .default(JSON.stringify(USUAL_CHANNELS));
const forwardTargets = text.refine((json) => isJsonOf(ForwardTargets, json)).default('[]');

export const STRATEGIES = section({
  name: 'strategies',
  table: 'strategy',
  key: ['name'],
  columns: {
    id: Id,
    name: named,
    upload: flag,
    download: flag,
    edit: flag,
    remove: flag,
    rename: flag,
    copy: flag,
    paste: flag,
    create_dir: flag,
    idle_minutes: whole,
    max_minutes: whole,
    recording: flag,
    recording_reason: text,
    command_filter_id: maybeId,
    commands_only: flag.default(0),
    allowed_commands: allowedCommands,
    channels,
    forward_targets: forwardTargets,
    created_at: time,
  },
  references: { command_filter_id: { section: 'command-filters' } },
});
