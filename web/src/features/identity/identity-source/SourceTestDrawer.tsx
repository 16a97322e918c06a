import type { SourceReturn } from '@jadegate/contract/identity/source-sign-in';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';

import { LoadState } from '../../../components/LoadState.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { sourceTestQuery } from './identity-source.queries.ts';
import { SourceTestResult } from './SourceTestResult.tsx';

const NOTHING: SourceReturn = { binding: '', search: '' };

/** What a provider said in a test. */
export function SourceTestDrawer({ open, target, onClose }: OverlayProps<SourceReturn>) {
  const { t } = useTranslation('identity-source');
  const returned = target ?? NOTHING;
  const { data, error, isFetching, refetch } = useQuery({
    ...sourceTestQuery(returned),
    enabled: open && returned.search !== '',
  });
  return (
    <Drawer open={open} onClose={onClose} title={t('test.title')} size={720}>
      {data === undefined ? (
        <LoadState {...{ error, isFetching, refetch }} />
      ) : (
        <SourceTestResult test={data} />
      )}
    </Drawer>
  );
}
