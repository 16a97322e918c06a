import type { LoginPolicy } from '@jadegate/contract/identity/login-policy';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { ServerZone } from '../../../components/week/ServerZone.tsx';
import { WindowList } from '../../../components/week/WindowList.tsx';
import { EnabledTag, RuleTag } from './PolicyTags.tsx';

export function LoginPolicyInfo({ policy }: { policy: LoginPolicy }) {
  const { t } = useTranslation('login-policy');
  return (
    <DescriptionList
      items={[
        { key: 'name', label: t('field.name'), value: policy.name },
        { key: 'priority', label: t('field.priority'), value: String(policy.priority) },
        { key: 'rule', label: t('field.rule'), value: <RuleTag rule={policy.rule} /> },
        { key: 'enabled', label: t('field.enabled'), value: <EnabledTag enabled={policy.enabled} /> },
        { key: 'ipGroup', label: t('field.ipGroup'), value: <Mono text={policy.ipGroup} />, wide: true },
        {
          key: 'timePeriod',
          label: t('field.timePeriod'),
          wide: true,
          value: (
            <>
              <WindowList windows={policy.timePeriod} />
              <ServerZone />
            </>
          ),
        },
      ]}
    />
  );
}
