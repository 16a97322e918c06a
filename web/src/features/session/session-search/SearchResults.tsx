import { FileSearchOutlined, SearchOutlined } from '@ant-design/icons';
import { SEARCH_MIN, type SessionSearchPage } from '@jadegate/contract/session/session-search';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Alert, Button, Flex, Skeleton, Spin, Typography } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { groupHits } from './hit-group.ts';
import { HitCard } from './HitCard.tsx';
import { sessionSearchQuery, type SearchState } from './session-search.queries.ts';

/** As many finds are on the page before somebody has to ask for more. */
const ENOUGH = 20;

interface SearchResultsProps {
  query: SearchState;
  isNarrowed: boolean;
  onWiden: () => void;
}

/** What was found, under a word of caution when not everything could be looked through. */
export function SearchResults(props: SearchResultsProps) {
  const { t } = useTranslation('session-search');
  const search = useInfiniteQuery(sessionSearchQuery(props.query));
  const isIncomplete = search.data?.pages.some((page) => page.isIncomplete) === true;
  const silent = new Set(search.data?.pages.flatMap((page) => page.silentServers ?? []));
  return (
    <Flex vertical gap={12}>
      {[...silent].map((server) => (
        <Alert key={server} type="warning" showIcon title={t('state.silent', { server })} />
      ))}
      {isIncomplete && <Alert type="warning" showIcon title={t('state.incomplete')} />}
      <Found {...props} search={search} />
    </Flex>
  );
}

interface FoundProps extends SearchResultsProps {
  search: UseInfiniteQueryResult<InfiniteData<SessionSearchPage>>;
}

function Found({ query, isNarrowed, onWiden, search }: FoundProps) {
  const { t } = useTranslation('session-search');
  const text = query.text ?? '';
  const hits = search.data?.pages.flatMap(({ items }) => items) ?? [];
  const [wanted, setWanted] = useState(ENOUGH);
  // The server looks for a moment at a time: a page that is not full only means that it has not looked at all.
  const goesOn = search.hasNextPage && hits.length < wanted && !search.isFetching && !search.error;
  const { fetchNextPage } = search;
  useEffect(() => {
    if (goesOn) {
      void fetchNextPage();
    }
  }, [goesOn, fetchNextPage]);

  if (Array.from(text).length < SEARCH_MIN) {
    return text === '' ? (
      <EmptyState
        icon={<FileSearchOutlined aria-hidden />}
        title={t('empty.title')}
        description={t('empty.help')}
      />
    ) : (
      <EmptyState
        icon={<SearchOutlined aria-hidden />}
        title={t('short.title')}
        description={t('short.help')}
      />
    );
  }
  if (search.error && hits.length === 0) {
    return (
      <ErrorState error={search.error} onRetry={() => void search.refetch()} isRetrying={search.isFetching} />
    );
  }
  if (hits.length === 0 && (search.isPending || search.hasNextPage)) {
    return <Skeleton active paragraph={{ rows: 8 }} aria-label={t('state.searching')} />;
  }
  if (hits.length === 0) {
    return (
      <EmptyState
        icon={<SearchOutlined aria-hidden />}
        title={t('none.title', { text })}
        description={t('none.help')}
        action={isNarrowed && <Button onClick={onWiden}>{t('action.widen')}</Button>}
      />
    );
  }
  return (
    <Flex vertical gap={12}>
      {groupHits(hits).map((group) => (
        <HitCard key={group.key} hits={group.hits} />
      ))}
      <Flex justify="center" align="center" gap={8}>
        <More
          isFetching={search.isFetchingNextPage || goesOn}
          hasMore={search.hasNextPage}
          error={search.error}
          onMore={() => setWanted(hits.length + ENOUGH)}
          onRetry={() => void fetchNextPage()}
        />
      </Flex>
    </Flex>
  );
}

interface MoreProps {
  isFetching: boolean;
  hasMore: boolean;
  error: Error | null;
  onMore: () => void;
  onRetry: () => void;
}

function More({ isFetching, hasMore, error, onMore, onRetry }: MoreProps) {
  const { t } = useTranslation('session-search');
  if (isFetching) {
    return (
      <>
        <Spin size="small" />
        <Typography.Text type="secondary">{t('state.older')}</Typography.Text>
      </>
    );
  }
  if (error) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return hasMore ? (
    <Button onClick={onMore}>{t('action.more')}</Button>
  ) : (
    <Typography.Text type="secondary">{t('state.end')}</Typography.Text>
  );
}
