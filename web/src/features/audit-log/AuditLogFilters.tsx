import type { AuditLogQuery } from '@jadegate/contract/audit-log';
import { DatePicker, Flex, theme } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';

import { SearchBox } from '../../components/list/SearchBox.tsx';
import type { ListState } from '../../hooks/useListState.ts';

interface AuditLogFiltersProps {
  className: string | undefined;
  state: ListState<AuditLogQuery>;
}

const toDay = (iso: string | undefined) => (iso === undefined ? null : dayjs(iso));

/** Object and time: the filters that the shared list does not have. */
export function AuditLogFilters({ className, state }: AuditLogFiltersProps) {
  const { t } = useTranslation('audit-log');
  const { token } = theme.useToken();
  const { query, update } = state;
  return (
    <Flex className={className} gap={token.marginXS} wrap>
      <div style={{ flex: '1 1 160px' }}>
        <SearchBox
          value={query.object ?? ''}
          placeholder={t('placeholder.object')}
          onSearch={(text) => update({ object: text || undefined }, { replace: true })}
        />
      </div>
      <DatePicker.RangePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        allowEmpty={[true, true]}
        style={{ flex: '1 1 340px' }}
        placeholder={[t('field.from'), t('field.to')]}
        value={[toDay(query.from), toDay(query.to)]}
        onChange={(range) =>
          update({
            from: range?.[0]?.startOf('minute').toISOString(),
            to: range?.[1]?.endOf('minute').toISOString(),
          })
        }
      />
    </Flex>
  );
}
