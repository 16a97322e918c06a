import type { SessionFileFlags } from '@jadegate/contract/session/session';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { FileBrowser } from '../../../components/files/FileBrowser.tsx';
import { usePreferences } from '../../../hooks/preferences.ts';
import { FollowShell } from './FollowShell.tsx';
import { sessionFileSource } from './session-file-source.ts';

/** What the person may do with the files of the session, as the server said when it was made. */
export type FileFlags = SessionFileFlags;

interface SessionFilesPanelProps {
  sessionId: string;
  flags: FileFlags;
  /** Somebody sees it. Uploads go on while nobody does; nothing else is asked of the machine. */
  isShown: boolean;
  /** There is a shell that the files can go along with; the drive of a desktop has none. */
  hasShell: boolean;
  /** Where the shell of the session is, as far as it says so. Only a proposal: what may be read is asked of the machine. */
  directory?: string | undefined;
}

/** The files of the machine behind a session. Whoever hosts it gives it a place and a title. */
export function SessionFilesPanel(props: SessionFilesPanelProps) {
  const { sessionId, flags, isShown, hasShell, directory } = props;
  const { t } = useTranslation('session-files');
  const forbidden = t('forbidden');
  const source = useMemo(() => sessionFileSource(sessionId, flags, forbidden), [sessionId, flags, forbidden]);
  const { wish, ...follow } = useFollow(directory, isShown);
  return flags.fileSystem === '1' ? (
    <FileBrowser
      key={source.key}
      source={source}
      isShown={isShown}
      wish={wish}
      extra={hasShell && <FollowShell directory={directory} {...follow} />}
    />
  ) : (
    <EmptyState title={t('none.title')} description={t('none.help')} />
  );
}

/** Where the shell leads: each new place once, so that one can look elsewhere until it moves on. */
function useFollow(directory: string | undefined, isShown: boolean) {
  const { panel, changePanel } = usePreferences();
  const isOn = panel.followsShell ?? true;
  const [followed, setFollowed] = useState<string>();
  const [wish, setWish] = useState<{ path: string }>();
  if (isOn && isShown && directory !== undefined && directory !== followed) {
    setFollowed(directory);
    setWish({ path: directory });
  }
  return {
    wish,
    isOn,
    onChange: (followsShell: boolean) => {
      setFollowed(undefined);
      changePanel({ followsShell });
    },
    onGo: (path: string) => setWish({ path }),
  };
}
