import { SEARCH_KINDS, SEARCH_RIGHTS, type SearchKind } from '@jadegate/contract/session/session-search';
import { useIsFetching } from '@tanstack/react-query';
import { Flex, Segmented, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { DeniedState } from '../../../components/DeniedState.tsx';
import { Filter } from '../../../components/list/Filter.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useListState, type ListState } from '../../../hooks/useListState.ts';
import { SearchInput } from './SearchInput.tsx';
import { SearchResults } from './SearchResults.tsx';
import { SearchState } from './session-search.queries.ts';

const ALL = 'all';

/** One box over everything that was recorded. */
export function SessionSearchPage() {
  return (
    <Can any={Object.values(SEARCH_RIGHTS).flat()} otherwise={<DeniedState />}>
      <Search />
    </Can>
  );
}

function Search() {
  const { t } = useTranslation('session-search');
  const { token } = theme.useToken();
  const state = useListState(SearchState);
  const { query, update } = state;
  const isSearching = useIsFetching({ queryKey: ['session-search'] }) > 0;
  const { kind, userName, assetName, from, to } = query;
  const widen = () =>
    update({ kind: undefined, userName: undefined, assetName: undefined, from: undefined, to: undefined });
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <PageHeader title={t('title')} description={t('description')} />
      <Flex vertical gap={token.marginSM} role="search">
        <SearchInput
          value={query.text ?? ''}
          isSearching={isSearching}
          onSearch={(text) => update({ text: text || undefined })}
        />
        <Narrow state={state} />
      </Flex>
      <SearchResults
        key={JSON.stringify(query)}
        query={query}
        isNarrowed={[kind, userName, assetName, from, to].some((value) => value !== undefined)}
        onWiden={widen}
      />
    </Flex>
  );
}

function Narrow({ state }: { state: ListState<SearchState> }) {
  const { t } = useTranslation('session-search');
  const { token } = theme.useToken();
  const can = useCan();
  const kinds = SEARCH_KINDS.filter((kind) => can(...SEARCH_RIGHTS[kind]));
  const { query, update } = state;
  return (
    <Flex wrap gap={token.marginXS} align="center">
      {kinds.length > 1 && (
        <Segmented<SearchKind | typeof ALL>
          aria-label={t('field.kind')}
          value={query.kind ?? ALL}
          options={[
            { value: ALL, label: t('kind.all') },
            ...kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
          ]}
          onChange={(kind) => update({ kind: kind === ALL ? undefined : kind })}
        />
      )}
      <Filter state={state} filter={{ kind: 'person', name: 'userName', label: t('field.user') }} />
      <Filter state={state} filter={{ kind: 'text', name: 'assetName', label: t('field.asset') }} />
      <Filter
        state={state}
        filter={{ kind: 'range', names: ['from', 'to'], labels: [t('field.from'), t('field.to')] }}
      />
    </Flex>
  );
}
