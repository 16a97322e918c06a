import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { SourceRule } from '@jadegate/contract/identity/identity-source';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Input, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { groupChoicesQuery, roleChoicesQuery } from './identity-source.queries.ts';

interface RulesFieldProps {
  value?: SourceRule[];
  onChange?: (rules: SourceRule[]) => void;
}

const EMPTY: SourceRule = { value: '', roles: [], groups: [] };

/** What each group of the provider brings: user groups, and roles for administrators. */
export function RulesField({ value: rules = [], onChange }: RulesFieldProps) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const roles = useQuery(roleChoicesQuery());
  const groups = useQuery(groupChoicesQuery());
  const options = (list: { id: string; name: string }[] | undefined) =>
    list?.map(({ id, name }) => ({ value: id, label: name }));
  const change = (index: number, part: Partial<SourceRule>) =>
    onChange?.(rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  return (
    <Flex vertical gap={token.marginSM}>
      {rules.map((rule, index) => (
        <Card key={index} size="small">
          <Flex vertical gap={token.marginXS}>
            <Flex gap={token.marginXS}>
              <Input
                aria-label={t('rule.value', { number: index + 1 })}
                placeholder={t('rule.placeholder')}
                value={rule.value}
                onChange={(event) => change(index, { value: event.target.value })}
              />
              <Button
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('rule.remove', { number: index + 1 })}
                onClick={() => onChange?.(rules.filter((_, at) => at !== index))}
              />
            </Flex>
            <ManySelect
              mode="multiple"
              aria-label={t('rule.groups', { number: index + 1 })}
              placeholder={t('rule.groupsPlaceholder')}
              showSearch={{ optionFilterProp: 'label' }}
              options={options(groups.data)}
              value={rule.groups}
              onChange={(chosen) => change(index, { groups: chosen })}
            />
            <ManySelect
              mode="multiple"
              aria-label={t('rule.roles', { number: index + 1 })}
              placeholder={t('rule.rolesPlaceholder')}
              showSearch={{ optionFilterProp: 'label' }}
              options={options(roles.data)}
              value={rule.roles}
              onChange={(chosen) => change(index, { roles: chosen })}
            />
          </Flex>
        </Card>
      ))}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...rules, EMPTY])}>
        {t('rule.add')}
      </Button>
    </Flex>
  );
}
