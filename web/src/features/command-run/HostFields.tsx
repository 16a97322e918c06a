import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { ManySelect } from '../../components/form/ManySelect.tsx';
import { sshAssetsQuery, tagsQuery, type RunScope } from './command-run.queries.ts';

interface HostFieldsProps {
  scope: RunScope;
  assetIds: readonly string[];
  onChange: (assetIds: string[]) => void;
}

/** Where: assets by name or by tag. */
export function HostFields({ scope, assetIds, onChange }: HostFieldsProps) {
  const { t } = useTranslation('command-run');
  const id = useId();
  const assets = useQuery(sshAssetsQuery(scope));
  const tags = useQuery(tagsQuery(scope));
  const rows = assets.data ?? [];
  const addTag = (tag: string) => {
    const found = rows.filter((row) => row.tags.split(',').includes(tag)).map((row) => row.id);
    onChange([...new Set([...assetIds, ...found])]);
  };
  return (
    <>
      <Form.Item label={t('field.assets')} htmlFor={`${id}-assets`} required>
        <ManySelect
          id={`${id}-assets`}
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          maxTagCount={12}
          loading={assets.isPending}
          placeholder={t('placeholder.assets')}
          options={rows.map((row) => ({ value: row.id, label: row.name }))}
          value={[...assetIds]}
          onChange={onChange}
        />
      </Form.Item>
      {tags.data !== undefined && tags.data.length > 0 && (
        <Form.Item label={t('field.tag')} htmlFor={`${id}-tag`} extra={t('help.tag')}>
          <Select
            id={`${id}-tag`}
            value={null}
            placeholder={t('placeholder.tag')}
            options={tags.data.map((tag) => ({ value: tag, label: tag }))}
            onChange={(tag: string | null) => tag !== null && addTag(tag)}
          />
        </Form.Item>
      )}
    </>
  );
}
