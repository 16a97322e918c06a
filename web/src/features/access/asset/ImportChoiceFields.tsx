import { isOpenable, PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { ASSET_IMPORT_FORMATS } from '@jadegate/contract/access/asset-import';
import { Form, Select, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import type { ImportChoices } from './asset-import.queries.ts';
import { CredentialSelect, GatewaySelect, PeopleSelect, TagSelect } from './AssetPickers.tsx';

interface ImportChoiceFieldsProps {
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}

const NARROWEST_COLUMN = 240;

/** What applies to rows that do not say it themselves. */
export function ImportChoiceFields({ choices, onChange }: ImportChoiceFieldsProps) {
  const { t } = useTranslation('asset-import');
  const { token } = theme.useToken();
  const set = (change: Partial<ImportChoices>) => onChange({ ...choices, ...change });
  const formats = (['', ...ASSET_IMPORT_FORMATS] as const).map((value) => ({
    value,
    label: t(`format.${value === '' ? 'auto' : value}`),
  }));
  return (
    <Form
      layout="vertical"
      component="div"
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fit, minmax(${NARROWEST_COLUMN}px, 1fr))`,
        columnGap: token.margin,
      }}
    >
      <Form.Item label={t('field.format')} htmlFor="import-format">
        <Select
          id="import-format"
          value={choices.format}
          options={formats}
          onChange={(format) => set({ format })}
        />
      </Form.Item>
      <Form.Item label={t('field.protocol')} htmlFor="import-protocol">
        <Select
          id="import-protocol"
          value={choices.protocol}
          options={PROTOCOLS.filter(isOpenable).map((value) => ({ value, label: protocolLabel(value) }))}
          onChange={(protocol) => set({ protocol })}
        />
      </Form.Item>
      <Form.Item label={t('field.tags')} htmlFor="import-tags">
        <TagSelect open id="import-tags" value={choices.tags} onChange={(tags) => set({ tags })} />
      </Form.Item>
      <Form.Item label={t('field.credential')} htmlFor="import-credential" extra={t('help.credential')}>
        <CredentialSelect
          open
          id="import-credential"
          allowClear
          value={choices.credentialId}
          onChange={(credentialId: string | undefined) => set({ credentialId: credentialId ?? '' })}
        />
      </Form.Item>
      <Form.Item label={t('field.gateway')} htmlFor="import-gateway">
        <GatewaySelect
          open
          id="import-gateway"
          value={choices.accessGatewayId}
          onChange={(id: string | undefined) => set({ accessGatewayId: id ?? '' })}
        />
      </Form.Item>
      <Can any={['asset-change-owner']}>
        <Form.Item label={t('field.owner')} htmlFor="import-owner" extra={t('help.owner')}>
          <PeopleSelect
            open
            id="import-owner"
            allowClear
            value={choices.owner}
            onChange={(owner: string | undefined) => set({ owner: owner ?? '' })}
          />
        </Form.Item>
      </Can>
    </Form>
  );
}
