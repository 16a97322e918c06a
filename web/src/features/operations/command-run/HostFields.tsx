import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { HostPicker } from '../../../components/form/HostPicker.tsx';
import { sshAssetsQuery, type RunScope } from './command-run.queries.ts';

interface HostFieldsProps {
  scope: RunScope;
  assetIds: readonly string[];
  onChange: (assetIds: string[]) => void;
}

/** Where it runs. */
export function HostFields({ scope, assetIds, onChange }: HostFieldsProps) {
  const { t } = useTranslation('command-run');
  const id = useId();
  const assets = useQuery(sshAssetsQuery(scope));
  return (
    <Form.Item label={t('field.assets')} htmlFor={`${id}-assets`} required>
      <HostPicker
        id={`${id}-assets`}
        hosts={assets.data}
        isLoading={assets.isPending}
        placeholder={t('placeholder.assets')}
        value={assetIds}
        onChange={onChange}
      />
    </Form.Item>
  );
}
