import { StrategyInput, type Strategy } from '@jadegate/contract/strategy';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { strategyQuery, useCreateStrategy, useUpdateStrategy } from './strategy.queries.ts';
import { StrategyFields } from './StrategyFields.tsx';

interface StrategyFormDrawerProps {
  open: boolean;
  /** The strategy to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

/** A new strategy allows nothing and records, as the schema says. */
const BLANK = StrategyInput.parse({ name: '-' });

function toInput(strategy: Strategy): StrategyInput {
  const { id: _id, created: _created, grantCount: _count, commandFilterName: _name, ...input } = strategy;
  return input;
}

export function StrategyFormDrawer({ open, id, onClose }: StrategyFormDrawerProps) {
  const { t } = useTranslation('strategy');
  const { message } = App.useApp();
  const create = useCreateStrategy();
  const update = useUpdateStrategy();
  const strategy = useQuery({ ...strategyQuery(id ?? ''), enabled: open && id !== undefined });
  const isNew = id === undefined;
  // Not what an earlier look left in the cache: somebody else may have changed it since.
  const stored = strategy.isSuccess && !strategy.isFetching ? toInput(strategy.data) : undefined;

  const save = async (body: StrategyInput) => {
    await (isNew ? create.mutateAsync(body) : update.mutateAsync({ id, body }));
    message.success(t('message.saved', { name: body.name }));
  };

  return (
    <FormDrawer
      open={open}
      title={isNew ? t('action.create') : t('title.edit')}
      schema={StrategyInput}
      initial={isNew ? { ...BLANK, name: '' } : stored}
      loadError={strategy.error}
      onRetry={() => void strategy.refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <StrategyFields />
    </FormDrawer>
  );
}
