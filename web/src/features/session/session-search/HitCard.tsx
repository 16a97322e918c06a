import { PlayCircleOutlined } from '@ant-design/icons';
import type { SessionHit } from '@jadegate/contract/session/session-search';
import { Card, Flex, Tag, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { PersonText } from '../../../components/PersonText.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import { momentPath } from './hit-group.ts';

import styles from './SessionSearch.module.css';

/** What was found in one session: who, where, and each find with its moment. */
export function HitCard({ hits }: { hits: readonly SessionHit[] }) {
  const [first] = hits;
  return (
    first && (
      <Card size="small" role="article" aria-label={`${first.assetName} ${first.userName}`}>
        <Flex wrap gap="0 12px" align="baseline" className={styles.head}>
          <Typography.Text strong>{first.assetName}</Typography.Text>
          <Typography.Text>
            <PersonText name={first.userName} account={first.userAccount} />
          </Typography.Text>
          {first.clientIp !== '' && <Typography.Text type="secondary">{first.clientIp}</Typography.Text>}
          <span className={styles.space} />
          <Typography.Text type="secondary">
            <TimeText value={first.created} variant="exact" />
          </Typography.Text>
        </Flex>
        <ul className={styles.hits}>
          {hits.map((hit, index) => (
            <li key={index}>
              <Hit hit={hit} />
            </li>
          ))}
        </ul>
      </Card>
    )
  );
}

function Hit({ hit }: { hit: SessionHit }) {
  const { t } = useTranslation('session-search');
  const can = useCan();
  const isPlayable = hit.isRecorded && can('offline-session-playback');
  const content = (
    <>
      <Tag className={styles.kind}>{t(`kind.${kindOf(hit)}`)}</Tag>
      <Typography.Text type="secondary" className={styles.time}>
        <TimeText value={hit.created} variant="exact" />
      </Typography.Text>
      <Snippet hit={hit} />
      {hit.typedBy !== undefined && (
        <Typography.Text type="secondary" className={styles.time}>
          {t('typedBy')} <PersonText name={hit.typedByName ?? ''} account={hit.typedBy} />
        </Typography.Text>
      )}
      {isPlayable && <PlayCircleOutlined aria-label={t('action.play')} className={styles.play} />}
    </>
  );
  return isPlayable ? (
    <Link to={momentPath(hit)} target="_blank" rel="noopener" className={styles.hit}>
      {content}
    </Link>
  ) : (
    <div className={styles.hit}>{content}</div>
  );
}

/** A desktop prints nothing: what is found there was typed, copied or pasted. */
function kindOf({ kind, mode }: SessionHit) {
  return kind === 'output' && mode === 'guacd' ? 'desktop' : kind;
}

function Snippet({ hit: { kind, action, snippet, start, length } }: { hit: SessionHit }) {
  const { t } = useTranslation('session-search');
  const { token } = theme.useToken();
  return (
    <code className={styles.snippet}>
      {kind === 'file' && action !== undefined && `${t(`file.${action}`)} `}
      {snippet.slice(0, start)}
      <mark style={{ background: token.colorWarningBorder, color: token.colorText }}>
        {snippet.slice(start, start + length)}
      </mark>
      {snippet.slice(start + length)}
    </code>
  );
}
