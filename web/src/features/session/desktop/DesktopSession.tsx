import { App, Flex, Spin } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Box } from '../../../components/desktop/desktop-picture.ts';
import type { TouchMode } from '../../../components/desktop/touch-mode.ts';
import { useClipboardRules } from '../../../components/terminal/useClipboardRules.tsx';
import type { SessionState } from '../session-frame/session-state.ts';
import type { SessionSlot } from '../session-frame/tenant.ts';
import { DesktopPane, type DesktopHandle } from './DesktopPane.tsx';
import { LoginQuestion } from './LoginQuestion.tsx';
import type { MicrophoneState } from './microphone.ts';
import type { InputWay } from './text-reach.ts';

import styles from './DesktopPane.module.css';

interface DesktopSessionProps {
  slot: SessionSlot;
  fixedSize: Box | undefined;
  touchMode: TouchMode;
  inputWay: InputWay;
  onHandle: (handle: DesktopHandle | null) => void;
  onActivity: () => void;
  onCopied: (text: string, isWritten: boolean) => void;
  onMicrophone: (state: MicrophoneState) => void;
}

const NOTHING: readonly string[] = [];

/** The desktop in a pane of the window, with the clipboard as its session allows it, and what it asks before it opens. */
export function DesktopSession(props: DesktopSessionProps) {
  const { slot, fixedSize, touchMode, inputWay, onHandle, onActivity, onCopied, onMicrophone } = props;
  const { pane, ref, onState, onSession, onNotice, onFocus } = slot;
  const { t } = useTranslation('desktop');
  const { message } = App.useApp();
  const { refuse } = useClipboardRules();
  const [state, setState] = useState<SessionState['name']>('connecting');
  const [required, setRequired] = useState(NOTHING);
  const handle = useRef<DesktopHandle>(null);
  return (
    <>
      <DesktopPane
        ref={(made) => {
          ref(made);
          onHandle(made);
          handle.current = made;
        }}
        place={pane}
        sessionId={pane.sessionId}
        fixedSize={fixedSize}
        touchMode={touchMode}
        protocol={pane.protocol}
        inputWay={inputWay}
        mayCopy={pane.mayCopy !== false}
        mayPaste={pane.mayPaste !== false}
        onSession={onSession}
        onNotice={onNotice}
        onFocus={onFocus}
        onState={(next) => {
          setState(next.name);
          onState(next);
        }}
        onActivity={onActivity}
        onCopied={onCopied}
        onPasteRefused={() => refuse('paste')}
        onPasteLost={() =>
          void message.warning({
            key: 'desktop-paste-lost',
            content: t(pane.protocol === 'vnc' ? 'clipboard.lostPaste.vnc' : 'clipboard.lostPaste.rdp'),
          })
        }
        onRequired={setRequired}
        onMicrophone={onMicrophone}
      />
      {state === 'connecting' && (
        <Flex className={styles.waiting} vertical align="center" justify="center" gap={16}>
          <Spin size="large" />
          <span role="status">{t('connecting')}</span>
        </Flex>
      )}
      {required.length > 0 && (
        <LoginQuestion
          names={required}
          onAnswer={(values) => {
            handle.current?.answer(values);
            handle.current?.focus();
          }}
        />
      )}
    </>
  );
}
