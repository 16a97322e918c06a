import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { groupOptionsQuery } from './user.queries.ts';

/** Several groups of people. */
export function GroupSelect(input: Omit<ComponentProps<typeof ManySelect>, 'options' | 'mode'>) {
  const { data, isFetching } = useQuery(groupOptionsQuery());
  return (
    <ManySelect
      {...input}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      options={data?.map(({ id, name }) => ({ value: id, label: name }))}
      loading={isFetching}
    />
  );
}
