import { StrategyInput, type Strategy } from '@jadegate/contract/access/strategy';
import { useQuery } from '@tanstack/react-query';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { strategyQuery, useCreateStrategy, useUpdateStrategy } from './strategy.queries.ts';
import { StrategyFields } from './StrategyFields.tsx';

/** A new strategy allows nothing and records, as the schema says. */
const BLANK = StrategyInput.parse({ name: '-' });

function toInput(strategy: Strategy): StrategyInput {
  const { id: _id, created: _created, grantCount: _count, commandFilterName: _name, ...input } = strategy;
  return input;
}

export function StrategyFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const save = useSaveRecord(id, useCreateStrategy(), useUpdateStrategy());
  const stored = useQuery({ ...strategyQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput }}
      words="strategy"
      schema={StrategyInput}
      blank={{ ...BLANK, name: '' }}
      save={save}
      nameOf={({ name }) => name}
    >
      <StrategyFields isNew={id === undefined} />
    </RecordDrawer>
  );
}
