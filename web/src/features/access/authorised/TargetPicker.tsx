import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Flex, Select, Tag, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { TabGoesOn } from '../../../components/form/ManySelect.tsx';
import { SEARCH_DELAY_MS } from '../../../components/list/SearchBox.tsx';
import { useDebouncedCallback } from '../../../hooks/useDebouncedCallback.ts';
import { targetOptionsQuery } from './authorised.queries.ts';
import type { GrantObject } from './grant-side.ts';

interface TargetPickerProps<Value extends string | string[]> {
  id?: string;
  target: GrantObject;
  /** Marked, and not to be chosen again. */
  grantedIds?: readonly string[];
  value?: Value;
  onChange?: (value: Value) => void;
  mode?: Value extends string[] ? 'multiple' : undefined;
}

/** Chooses assets, people or groups by name. */
export function TargetPicker<Value extends string | string[]>(props: TargetPickerProps<Value>) {
  const { id, target, grantedIds = [], value, onChange, mode } = props;
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  const [search, setSearch] = useState('');
  const searchLater = useDebouncedCallback(setSearch, SEARCH_DELAY_MS);
  const options = useQuery({ ...targetOptionsQuery(target, search), placeholderData: keepPreviousData });
  const granted = new Set(grantedIds);

  const select = (
    <Select<Value>
      id={id}
      mode={mode}
      style={{ width: '100%' }}
      value={value}
      onChange={onChange}
      placeholder={t(`placeholder.target.${target}`)}
      loading={options.isFetching}
      notFoundContent={options.isFetching ? null : t('picker.none')}
      // The server has searched assets already; the others are all here.
      showSearch={
        target === 'asset'
          ? { filterOption: false, onSearch: (text: string) => searchLater.call(text.trim()) }
          : { optionFilterProp: 'label' }
      }
      options={options.data?.map((option) => ({
        value: option.id,
        label: option.name,
        disabled: granted.has(option.id),
      }))}
      optionRender={renderOption}
    />
  );
  return (
    <Flex vertical gap={token.marginXS}>
      {mode === 'multiple' ? <TabGoesOn>{select}</TabGoesOn> : select}
      {options.error !== null && (
        <Alert type="error" role="alert" showIcon title={readFailure(options.error).message} />
      )}
    </Flex>
  );
}

/** What is granted already can be seen, and not be chosen again. */
function Option({ name, isGranted }: { name: ReactNode; isGranted: boolean }) {
  const { t } = useTranslation('authorised');
  return (
    <Flex justify="space-between" gap="small">
      <span>{name}</span>
      {isGranted && <Tag style={{ marginInlineEnd: 0 }}>{t('picker.granted')}</Tag>}
    </Flex>
  );
}

interface RenderedOption {
  label?: ReactNode;
  data: { disabled?: boolean };
}

function renderOption({ label, data }: RenderedOption) {
  return <Option name={label} isGranted={data.disabled === true} />;
}
