import type { IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import { NEVER } from '@jadegate/contract/scalars';
import { Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';

/** How the source was when it was looked after last, and what that did. */
export function SourceStateCell({ row: { enabled, state } }: { row: IdentitySourceRow }) {
  const { t } = useTranslation('identity-source');
  const { token } = theme.useToken();
  const { isRunning, visited, answered, problem, counts, hold, skips } = state;
  if (!enabled) {
    return <StatusTag>{t('state.off')}</StatusTag>;
  }
  const tone = isRunning ? 'processing' : visited === NEVER ? 'default' : toneOf(problem, hold);
  const done = counts && (['created', 'changed', 'disabled', 'enabled', 'skipped'] as const);
  const figures = done?.flatMap((what) =>
    counts && counts[what] > 0 ? [t(`counts.${what}`, { count: counts[what] })] : [],
  );
  const soft = { color: token.colorTextSecondary, maxWidth: 320, whiteSpace: 'normal' } as const;
  return (
    <Flex vertical align="flex-start" gap={token.marginXXS}>
      <Flex align="center" gap={token.marginXS} wrap>
        <StatusTag tone={tone}>{t(`visit.${wordOf(tone, hold !== null)}`)}</StatusTag>
        {answered !== NEVER && <TimeText value={answered} />}
      </Flex>
      {problem !== '' && <span style={{ ...soft, color: token.colorText }}>{problem}</span>}
      {problem === '' && figures !== undefined && figures.length > 0 && (
        <span style={soft}>{figures.join('、')}</span>
      )}
      {skips.length > 0 && (
        <details style={soft}>
          <summary>{t('visit.skips', { count: counts?.skipped ?? skips.length })}</summary>
          {skips.map(({ name, reason }) => (
            <div key={name}>
              {name}：{reason}
            </div>
          ))}
        </details>
      )}
    </Flex>
  );
}

function toneOf(problem: string, hold: unknown): 'success' | 'warning' | 'error' {
  return problem === '' ? 'success' : hold === null ? 'error' : 'warning';
}

function wordOf(tone: 'processing' | 'default' | 'success' | 'warning' | 'error', isHeld: boolean) {
  const words = {
    processing: 'running',
    default: 'never',
    success: 'good',
    warning: 'held',
    error: 'away',
  } as const;
  return isHeld && tone !== 'processing' ? 'held' : words[tone];
}
