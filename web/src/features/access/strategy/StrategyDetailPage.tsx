import { EditOutlined } from '@ant-design/icons';
import { CHANNEL_SWITCHES } from '@jadegate/contract/access/channel-rights';
import { STRATEGY_FLAGS, type Strategy } from '@jadegate/contract/access/strategy';
import { Button, Flex, theme } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { CodeBox } from '../../../components/command/CodeBox.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { DetailPage, type DetailTab } from '../../../components/detail/DetailPage.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { FilterLink } from './strategy.columns.tsx';
import { strategyQuery } from './strategy.queries.ts';
import { StrategyFormDrawer } from './StrategyFormDrawer.tsx';
import { StrategyGrantsTab } from './StrategyGrantsTab.tsx';
import { FlagState, RecordingTag } from './StrategyTags.tsx';

/** One strategy, and the grants that use it. */
export function StrategyDetailPage() {
  const { t } = useTranslation('strategy');
  const { strategyId = '' } = useParams();
  const edit = useOverlay<string>();
  const action = (
    <Can any={['strategy-edit']}>
      <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => edit.open(strategyId)}>
        {t('action.edit')}
      </Button>
    </Can>
  );
  return (
    <>
      <DetailPage
        read={strategyQuery(strategyId)}
        title={({ name }) => name}
        action={() => action}
        tabs={(strategy) => tabsOf(strategy, t)}
        listPath="/strategy"
      />
      {edit.wasOpened && <StrategyFormDrawer open={edit.isOpen} target={edit.target} onClose={edit.close} />}
    </>
  );
}

function tabsOf(strategy: Strategy, t: TFunction<'strategy'>): DetailTab[] {
  return [
    {
      key: 'info',
      label: t('tab.info'),
      access: ['strategy-detail'],
      content: <StrategyInfo strategy={strategy} />,
    },
    {
      key: 'grants',
      label: t('tab.grants'),
      access: ['strategy-detail'],
      content: <StrategyGrantsTab id={strategy.id} />,
    },
  ];
}

function StrategyInfo({ strategy }: { strategy: Strategy }) {
  const { t } = useTranslation('strategy');
  const minutes = (count: number) => (count === 0 ? t('status.asSettings') : t('status.minutes', { count }));
  return (
    <DescriptionList
      items={[
        { key: 'name', label: t('field.name'), value: strategy.name },
        {
          key: 'created',
          label: t('field.created'),
          value: <TimeText value={strategy.created} variant="exact" />,
        },
        ...STRATEGY_FLAGS.map((flag) => ({
          key: flag,
          label: t(`flag.${flag}`),
          value: <FlagState isAllowed={strategy[flag]} />,
        })),
        { key: 'idleMinutes', label: t('field.idleMinutes'), value: minutes(strategy.idleMinutes) },
        { key: 'maxMinutes', label: t('field.maxMinutes'), value: minutes(strategy.maxMinutes) },
        {
          key: 'commandFilter',
          label: t('field.commandFilter'),
          value: <FilterLink id={strategy.commandFilterId} name={strategy.commandFilterName} />,
        },
        {
          key: 'commandsOnly',
          label: t('field.allowedCommands'),
          value: strategy.commandsOnly ? (
            <AllowedCommands commands={strategy.allowedCommands} />
          ) : (
            t('status.anyCommand')
          ),
          wide: strategy.commandsOnly,
        },
        ...(strategy.commandsOnly ? [] : channelItems(strategy, t)),
        {
          key: 'recording',
          label: t('field.recording'),
          value: <RecordingTag isRecorded={strategy.recording} />,
        },
        ...(strategy.recording
          ? []
          : [
              {
                key: 'recordingReason',
                label: t('field.recordingReason'),
                value: strategy.recordingReason,
                wide: true,
              },
            ]),
      ]}
    />
  );
}

function channelItems(strategy: Strategy, t: TFunction<'strategy'>) {
  const shown = CHANNEL_SWITCHES.filter((name) => name !== 'gatewayPorts' || strategy.remoteForward);
  const channels = shown.map((name) => ({
    key: name,
    label: t(`channel.${name}`),
    value: <FlagState isAllowed={strategy[name]} />,
  }));
  const targets = {
    key: 'forwardTargets',
    label: t('field.forwardTargets'),
    value: strategy.forwardTargets.length > 0 && <TagList tags={strategy.forwardTargets} />,
    wide: true,
  };
  return strategy.localForward ? [...channels, targets] : channels;
}

function AllowedCommands({ commands }: { commands: Strategy['allowedCommands'] }) {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginXS} style={{ width: '100%' }}>
      {commands.map(({ name, content }, index) => (
        <div key={index}>
          <div>{name}</div>
          <CodeBox label={name}>{content}</CodeBox>
        </div>
      ))}
    </Flex>
  );
}
