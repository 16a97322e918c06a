import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { Alert, Collapse, Descriptions, Flex, Tag, theme } from 'antd';
import { useTranslation } from 'react-i18next';

const TONES = { known: 'success', linked: 'success', created: 'success', refused: 'error' } as const;

/** What a source said of somebody in a test, and what it would give. Nobody was made and nobody signed in. */
export function SourceTestResult({ test }: { test: SourceTest }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const names = (list: readonly { id: string; name: string }[]) =>
    list.length === 0 ? t('test.none') : list.map(({ id, name }) => <Tag key={id}>{name}</Tag>);
  const verified =
    test.isMailVerified === null ? '' : t(test.isMailVerified ? 'test.verified' : 'test.unverified');
  const texts = (list: readonly string[]) =>
    list.length === 0 ? t('test.none') : list.map((text) => <Tag key={text}>{text}</Tag>);
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type={TONES[test.outcome]}
        showIcon
        title={t(`test.outcome.${test.outcome}`, { account: test.account })}
        description={test.reason || t('test.nothingMade')}
      />
      {test.isCutOff && <Alert type="warning" showIcon title={t('test.cutOff')} />}
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { key: 'subject', label: t('test.subject'), children: `${test.subject} @ ${test.issuer}` },
          { key: 'username', label: t('test.username'), children: test.username || t('test.none') },
          { key: 'nickname', label: t('test.nickname'), children: test.nickname || t('test.none') },
          {
            key: 'mail',
            label: t('test.mail'),
            children: test.mail ? `${test.mail}${verified === '' ? '' : `（${verified}）`}` : t('test.none'),
          },
          ...(test.hasFactor === null
            ? []
            : [
                {
                  key: 'factor',
                  label: t('test.factor'),
                  children: t(test.hasFactor ? 'test.yes' : 'test.no'),
                },
              ]),
          ...(test.accountState === null
            ? []
            : [
                {
                  key: 'state',
                  label: t('test.state'),
                  children: t(`directory.states.${test.accountState}`),
                },
              ]),
          { key: 'groups', label: t('test.groups'), children: texts(test.groups) },
          ...test.matched.map(({ value, roles, groups }) => ({
            key: `rule ${value}`,
            label: t('test.rule', { value }),
            children: names([...groups, ...roles]),
          })),
          { key: 'ignored', label: t('test.ignored'), children: texts(test.ignored) },
          { key: 'userGroups', label: t('test.userGroups'), children: names(test.userGroups) },
          { key: 'roles', label: t('test.roles'), children: names(test.roles) },
          {
            key: 'assets',
            label: t('test.assets', { count: test.assets.total }),
            children: texts(test.assets.names),
          },
        ]}
      />
      <Collapse
        items={test.raw.map(({ part, json }) => ({
          key: part,
          label: t(`test.raw.${part}`),
          children: <Json text={json} />,
        }))}
      />
    </Flex>
  );
}

function Json({ text }: { text: string }) {
  return <pre style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</pre>;
}
