import { Drawer, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { readDetail } from './audit-detail.ts';
import type { AuditRow } from './audit-log.queries.ts';
import { changeSentence, entrySentence, fieldText, valueText } from './audit-sentences.ts';
import { actionText, actorText, objectTypeText } from './audit-words.ts';
import { AuditResult } from './AuditResult.tsx';

import styles from './AuditDetailDrawer.module.css';

/** One entry with everything it says. */
export function AuditDetailDrawer({ open, target: row, onClose }: OverlayProps<AuditRow>) {
  const { t } = useTranslation('audit-log');
  return (
    <Drawer
      open={open}
      title={t('title.entry', { seq: row?.seq ?? '' })}
      size={640}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
      destroyOnHidden
    >
      {row !== undefined && <AuditEntry row={row} />}
    </Drawer>
  );
}

function AuditEntry({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audit-log');
  const { token } = theme.useToken();
  const language = useLanguage();
  const words = { t, language };
  const { differences, rest } = readDetail(row.detail);
  const mono = (text: string) => text !== '' && <Mono text={text} />;
  return (
    <Flex vertical gap={token.marginLG}>
      <p className={styles.sentence}>{entrySentence(row, words)}</p>
      <DescriptionList
        items={[
          { key: 'at', label: t('field.at'), value: <TimeText value={row.at} variant="exact" />, wide: true },
          { key: 'action', label: t('field.action'), value: actionText(row.action, language) },
          { key: 'result', label: t('field.result'), value: <AuditResult result={row.result} /> },
          { key: 'actor', label: t('field.actor'), value: actorText(row, t) },
          { key: 'address', label: t('field.address'), value: mono(row.address) },
          { key: 'type', label: t('field.objectType'), value: objectTypeText(row.objectType, language) },
          { key: 'name', label: t('field.objectName'), value: row.objectName },
          { key: 'objectId', label: t('field.objectId'), value: mono(row.objectId), wide: true },
          { key: 'requestId', label: t('field.requestId'), value: mono(row.requestId), wide: true },
        ]}
      />
      {differences.length > 0 && (
        <Sentences
          title={t('title.differences')}
          sentences={differences.map((difference) => changeSentence(difference, words))}
        />
      )}
      {Object.keys(rest).length > 0 && (
        <Sentences
          title={t('title.detail')}
          sentences={Object.entries(rest).map(([field, value]) =>
            t('sentence.told', {
              field: fieldText(field, words),
              value: valueText(field, value, words) || '—',
            }),
          )}
        />
      )}
      {Object.keys(row.detail).length > 0 && <Json value={row.detail} />}
    </Flex>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section aria-label={title}>
      <strong>{title}</strong>
      <ul className={styles.sentences}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** As it is stored, for programs and for whoever checks it. */
function Json({ value }: { value: Record<string, unknown> }) {
  const { t } = useTranslation('audit-log');
  const { token } = theme.useToken();
  const text = JSON.stringify(value, null, 2);
  return (
    <details>
      <summary style={{ color: token.colorTextSecondary }}>{t('title.raw')}</summary>
      <Flex justify="flex-end">
        <CopyButton text={text} />
      </Flex>
      <pre
        style={{
          margin: `${token.marginXXS}px 0 0`,
          padding: token.paddingSM,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          fontFamily: token.fontFamilyCode,
          fontSize: token.fontSizeSM,
          background: token.colorFillQuaternary,
          borderRadius: token.borderRadius,
        }}
      >
        {text}
      </pre>
    </details>
  );
}
