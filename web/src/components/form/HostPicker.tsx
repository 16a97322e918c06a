import { Button, Flex, Select, Tag, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ManySelect, TabGoesOn } from './ManySelect.tsx';

interface PickableHost {
  id: string;
  name: string;
  /** Comma-separated. */
  tags: string;
}

interface HostPickerProps {
  id?: string;
  hosts: readonly PickableHost[] | undefined;
  isLoading?: boolean;
  /** Those that are in already: marked so, and not to be chosen again. */
  taken?: { ids: readonly string[]; label: string };
  /** No more than so many. */
  max?: number;
  placeholder?: string;
  value?: readonly string[];
  onChange?: (ids: string[]) => void;
}

const NO_HOST: PickableHost = { id: '', name: '', tags: '' };

/** Chooses hosts: one by one, all that a search finds, or all with a tag. The one way to choose many of them. */
export function HostPicker(props: HostPickerProps) {
  const {
    id,
    hosts = [],
    isLoading = false,
    taken,
    max = Infinity,
    placeholder,
    value = [],
    onChange,
  } = props;
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const [search, setSearch] = useState('');
  const byId = new Map(hosts.map((host) => [host.id, host]));
  const hostOf = (wanted: unknown) => byId.get(String(wanted)) ?? NO_HOST;
  const isTaken = new Set(taken?.ids);
  const isChosen = new Set(value);
  const free = hosts.filter((host) => !isTaken.has(host.id));
  const found = free.filter((host) => matches(host, search) && !isChosen.has(host.id));
  const tags = countTags(free);

  const add = (more: readonly PickableHost[]) =>
    onChange?.([...new Set([...value, ...more.map((host) => host.id)])].slice(0, max));

  return (
    <Flex vertical gap={token.marginXS}>
      {/* Beside, not below: there the list that opens would cover it. */}
      <Flex wrap gap={token.marginXS} align="start">
        <div style={{ flex: '1 1 200px' }}>
          <ManySelect
            id={id}
            mode="multiple"
            maxTagCount={12}
            loading={isLoading}
            placeholder={placeholder ?? t('hosts.placeholder')}
            allowClear
            showSearch={{
              searchValue: search,
              onSearch: setSearch,
              // What was typed stays while one chooses several of what it found.
              autoClearSearchValue: false,
              filterOption: (text, option) => matches(hostOf(option?.value), text),
            }}
            options={hosts.map((host) => ({
              value: host.id,
              label: host.name,
              disabled: isTaken.has(host.id),
              marks: [...tagsOf(host), ...(isTaken.has(host.id) && taken ? [taken.label] : [])],
            }))}
            optionRender={renderHost}
            value={[...value]}
            onChange={(ids) => onChange?.(ids.slice(0, max))}
            onBlur={() => setSearch('')}
          />
        </div>
        {found.length > 0 && (
          <Button
            // What was typed would go with the focus, before the click came.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(found)}
          >
            {search.trim() === ''
              ? t('hosts.addAll', { count: found.length })
              : t('hosts.addFound', { count: found.length })}
          </Button>
        )}
      </Flex>
      {tags.length > 0 && (
        <TabGoesOn>
          <Select
            value={null}
            aria-label={t('hosts.tag')}
            placeholder={t('hosts.tag')}
            style={{ width: '100%' }}
            showSearch={{ optionFilterProp: 'value' }}
            options={tags.map(([tag, count]) => ({ value: tag, label: t('hosts.tagCount', { tag, count }) }))}
            onChange={(tag: string | null) =>
              tag !== null && add(free.filter((host) => tagsOf(host).includes(tag)))
            }
          />
        </TabGoesOn>
      )}
    </Flex>
  );
}

interface RenderedHost {
  label?: ReactNode;
  data: { disabled?: boolean; marks?: readonly string[] };
}

function renderHost({ label, data: { marks = [] } }: RenderedHost) {
  return (
    <Flex justify="space-between" gap="small">
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{label}</span>
      <span>
        {marks.map((mark) => (
          <Tag key={mark}>{mark}</Tag>
        ))}
      </span>
    </Flex>
  );
}

const tagsOf = ({ tags }: Pick<PickableHost, 'tags'>) => tags.split(',').filter((tag) => tag !== '');

function matches({ name, tags }: Omit<PickableHost, 'id'>, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [name, ...tagsOf({ tags })].some((one) => one.toLowerCase().includes(wanted));
}

/** Every tag, by name, with how many hosts have it. */
function countTags(hosts: readonly PickableHost[]): [tag: string, count: number][] {
  const counts = new Map<string, number>();
  for (const tag of hosts.flatMap(tagsOf)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([one], [other]) => one.localeCompare(other));
}
