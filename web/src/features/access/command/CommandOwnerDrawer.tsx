import type { Command } from '@jadegate/contract/access/command';
import { useQuery } from '@tanstack/react-query';

import { OwnerDrawer } from '../../../components/form/OwnerDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { ownerOptionsQuery, useChangeCommandOwner } from './command.queries.ts';

/** Gives a command to another person. */
export function CommandOwnerDrawer({ open, target: command, onClose }: OverlayProps<Command>) {
  const change = useChangeCommandOwner();
  const people = useQuery({ ...ownerOptionsQuery(), enabled: open });
  return (
    <OwnerDrawer
      open={open}
      words="command"
      owned={command}
      people={people}
      change={change.mutateAsync}
      onClose={onClose}
    />
  );
}
