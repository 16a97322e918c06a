import type { SessionFileFlags } from '@jadegate/contract/session';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../components/EmptyState.tsx';
import { FileBrowser } from '../../components/files/FileBrowser.tsx';
import { sessionFileSource } from './session-file-source.ts';

/** What the person may do with the files of the session, as the server said when it was made. */
export type FileFlags = SessionFileFlags;

interface SessionFilesPanelProps {
  sessionId: string;
  flags: FileFlags;
  /** Somebody sees it. Uploads go on while nobody does; nothing else is asked of the machine. */
  isShown: boolean;
}

/** The files of the machine behind a session. Whoever hosts it gives it a place and a title. */
export function SessionFilesPanel({ sessionId, flags, isShown }: SessionFilesPanelProps) {
  const { t } = useTranslation('session-files');
  const forbidden = t('forbidden');
  const source = useMemo(() => sessionFileSource(sessionId, flags, forbidden), [sessionId, flags, forbidden]);
  return flags.fileSystem === '1' ? (
    <FileBrowser key={source.key} source={source} isShown={isShown} />
  ) : (
    <EmptyState title={t('none.title')} description={t('none.help')} />
  );
}
