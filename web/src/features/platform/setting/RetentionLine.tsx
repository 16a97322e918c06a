import { previewRetention, RETENTION_KEYS, type RetentionKey } from '@jadegate/contract/operations/retention';
import type { Settings } from '@jadegate/contract/platform/setting-endpoints';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';

import { call } from '../../../api/call.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';

type Limits = Partial<Record<RetentionKey, number | null>>;

function previewQuery(limits: Limits) {
  return queryOptions({
    queryKey: ['retention-preview', limits],
    queryFn: ({ signal }) => call(previewRetention, { body: limits, signal }),
    meta: { errors: 'caller' },
    enabled: Object.keys(limits).length > 0,
    gcTime: 0,
  });
}

/** What the next clean-up would delete with what is chosen and not saved yet. */
export function RetentionLine({ settings }: { settings: Settings }) {
  const { t } = useTranslation('setting');
  const language = useLanguage();
  const chosen = Form.useWatch((values: Record<string, unknown>) => values) ?? {};
  const limits: Limits = Object.fromEntries(
    RETENTION_KEYS.filter((key) => key in chosen && daysText(chosen[key]) !== settings[key]).map((key) => [
      key,
      typeof chosen[key] === 'number' ? chosen[key] : null,
    ]),
  );
  const { data } = useQuery(previewQuery(limits));
  const parts = (data ?? []).filter(({ key }) => key in limits);
  if (parts.length === 0) {
    return null;
  }
  const gone = parts
    .filter(({ count }) => count > 0)
    .map(({ part, count }) => t(`retention.part.${part}`, { count }));
  const held = parts.reduce((sum, one) => sum + one.held, 0);
  const list = gone.join(language === 'en' ? ', ' : '、');
  return (
    <Alert
      showIcon
      type={gone.length > 0 ? 'warning' : 'info'}
      title={gone.length > 0 ? t('retention.gone', { list }) : t('retention.none')}
      description={held > 0 ? t('retention.held', { count: held }) : undefined}
    />
  );
}

/** As settings come: empty is for ever. */
function daysText(days: unknown): string {
  return typeof days === 'number' ? String(days) : '';
}
