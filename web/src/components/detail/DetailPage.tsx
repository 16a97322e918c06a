import { FileSearchOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { Button, Flex, Skeleton, Tabs, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import { useCan } from '../../hooks/account.ts';
import { DeniedState } from '../DeniedState.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { isDenied, isMissing } from '../failure.ts';
import { PageHeader } from '../PageHeader.tsx';
import { useTabWords } from '../useTabWords.ts';

export interface DetailTab {
  /** Stands in the URL as `activeKey`. */
  key: string;
  label: string;
  /** Any one of these is enough to see the tab. */
  access?: readonly MenuId[];
  content: ReactNode;
}

/** Tabs that other features add to a page; the app puts them together, because features do not know each other. */
export interface MoreTabs<Entity> {
  moreTabs?: (entity: Entity) => readonly DetailTab[];
}

interface DetailPageProps<Entity, Key extends QueryKey> {
  read: UseQueryOptions<Entity, Error, Entity, Key>;
  title: (entity: Entity) => ReactNode;
  description?: (entity: Entity) => ReactNode;
  action?: (entity: Entity) => ReactNode;
  /** What must be seen whichever tab is open. */
  notice?: (entity: Entity) => ReactNode;
  tabs: (entity: Entity) => readonly DetailTab[];
  /** The list this belongs to, offered when the object is gone. */
  listPath: string;
}

/** A page about one object, with tabs. */
export function DetailPage<Entity, Key extends QueryKey>(props: DetailPageProps<Entity, Key>) {
  const { read, title, description, action, notice, tabs, listPath } = props;
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = useQuery({ ...read, meta: { errors: 'caller' } });

  const content = () => {
    if (data !== undefined) {
      return (
        <>
          <PageHeader title={title(data)} description={description?.(data)} action={action?.(data)} />
          {notice?.(data)}
          <DetailTabs tabs={tabs(data)} />
        </>
      );
    }
    if (error === null) {
      return <Skeleton active title={{ width: 240 }} paragraph={{ rows: 8 }} />;
    }
    if (isDenied(error)) {
      return <DeniedState />;
    }
    return isMissing(error) ? (
      <MissingState listPath={listPath} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  };
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      {content()}
    </Flex>
  );
}

function DetailTabs({ tabs }: { tabs: readonly DetailTab[] }) {
  const tabWords = useTabWords();
  const [params, setParams] = useSearchParams();
  const can = useCan();
  const allowed = tabs.filter(({ access }) => access === undefined || can(...access));
  const wanted = params.get('activeKey');
  const active = allowed.find(({ key }) => key === wanted) ?? allowed[0];

  // A tab's own filters mean nothing to the next one, so the other parameters go.
  return (
    <Tabs
      locale={tabWords}
      activeKey={active?.key}
      onChange={(key) => setParams(key === allowed[0]?.key ? {} : { activeKey: key })}
      destroyOnHidden
      items={allowed.map(({ key, label, content }) => ({ key, label, children: content }))}
    />
  );
}

function MissingState({ listPath }: { listPath: string }) {
  const { t } = useTranslation('parts');
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<FileSearchOutlined aria-hidden />}
      title={t('missing.title')}
      description={t('missing.help')}
      action={<Button onClick={() => void navigate(listPath)}>{t('missing.back')}</Button>}
    />
  );
}
