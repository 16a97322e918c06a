import type { AccessAnswer } from '@jadegate/contract/access/authorised';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { Alert, Flex, Tag, theme, Timeline } from 'antd';
import { useTranslation } from 'react-i18next';

import { exactTime } from '../../../components/relative-time.ts';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { useChannelWords } from './useChannelWords.ts';

const TONES = { allow: 'success', deny: 'error', pass: 'default' } as const;

/** The answer, then every rule in the order it was asked, with the one that decided standing out. */
export function WhyAnswer({ answer }: { answer: AccessAnswer }) {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  const colours = {
    allow: token.colorSuccess,
    deny: token.colorError,
    pass: token.colorTextQuaternary,
  };
  return (
    <Flex vertical gap={token.margin} role="status">
      <Alert
        type={answer.allowed ? 'success' : 'error'}
        showIcon
        title={answer.allowed ? t('why.allowed') : t('why.denied')}
        description={<AnswerDetail answer={answer} />}
      />
      <Timeline
        items={answer.steps.map((step, index) => ({
          key: String(index),
          color: colours[step.outcome],
          content: (
            <div
              data-decides={step.decides}
              style={{
                padding: `${token.paddingXXS}px ${token.paddingXS}px`,
                borderRadius: token.borderRadius,
                ...(step.decides
                  ? { background: token.colorFillTertiary, fontWeight: token.fontWeightStrong }
                  : { color: token.colorTextSecondary }),
              }}
            >
              <Flex gap={token.marginXS} wrap align="center">
                <Tag style={{ marginInlineEnd: 0 }}>{t(`why.rule.${step.rule}`)}</Tag>
                <span>{step.message}</span>
                {step.decides && <StatusTag tone={TONES[step.outcome]}>{t('why.decides')}</StatusTag>}
              </Flex>
            </div>
          ),
        }))}
      />
    </Flex>
  );
}

function AnswerDetail({ answer }: { answer: AccessAnswer }) {
  const { t } = useTranslation('authorised');
  const { t: strategy } = useTranslation('strategy');
  const { t: week } = useTranslation('week');
  const channelWords = useChannelWords();
  const flags = STRATEGY_FLAGS.filter((flag) => answer.flags[flag]).map((flag) => strategy(`flag.${flag}`));
  const connects = answer.commandsOnly ? [] : [t('strategy.connectOnly')];
  const limits = [
    ...(answer.commandsOnly ? [t('strategy.commandsOnly')] : []),
    ...(flags.length === 0
      ? connects
      : [t('strategy.allows', { flags: flags.join(week('window.separator')) })]),
    ...(answer.commandsOnly ? [] : [channelWords(answer.channels)]),
    answer.recording ? t('strategy.recording') : t('strategy.noRecording'),
    ...(answer.idleMinutes > 0 ? [t('strategy.idle', { count: answer.idleMinutes })] : []),
    ...(answer.maxMinutes > 0 ? [t('strategy.max', { count: answer.maxMinutes })] : []),
  ];
  return (
    <>
      {answer.allowed && <div>{limits.join(' · ')}</div>}
      {answer.changesAt !== null && (
        <div>{t('why.changes', { time: exactTime(Date.parse(answer.changesAt)) })}</div>
      )}
    </>
  );
}
