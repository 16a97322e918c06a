import type { Command } from '@jadegate/contract/access/command';
import { useTranslation } from 'react-i18next';

import { CommandParametersDialog } from '../../../components/command/CommandParametersDialog.tsx';
import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteCommands, type CommandScope } from './command.queries.ts';
import { CommandFormDrawer } from './CommandFormDrawer.tsx';
import { CommandOwnerDrawer } from './CommandOwnerDrawer.tsx';
import { useCopyCommand } from './useCopyCommand.ts';

export interface CommandTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  owner: Command;
  removal: Command[];
  /** A command whose parameters are to be filled in. */
  parameters: Command;
}

interface CommandOverlaysProps extends OverlaysProps<CommandTargets> {
  scope: CommandScope;
}

/** What can lie over a list of commands. */
export function CommandOverlays({ scope, overlays: { of }, onDone }: CommandOverlaysProps) {
  const { t } = useTranslation('command');
  const copy = useCopyCommand();
  const remove = useDeleteCommands(scope);
  const removal = of('removal');
  const { target: command, ...parameters } = of('parameters');
  return (
    <>
      <CommandFormDrawer scope={scope} {...of('form')} />
      <CommandOwnerDrawer {...of('owner')} />
      <DeleteDialog
        {...removal}
        words="command"
        nameOf={({ name }) => name}
        note={removal.target?.some(({ shared }) => shared) === true ? t('confirm.delete.shared') : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
      <CommandParametersDialog
        {...parameters}
        command={command}
        useLabel={t('action.copy')}
        onUse={(text) => copy(command?.name ?? '', text)}
      />
    </>
  );
}
