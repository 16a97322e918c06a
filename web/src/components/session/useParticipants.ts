import type { Notice, Participant } from '@jadegate/contract/session/session-notice';
import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Who is in each session beside its person. Coming and going is announced once. */
export function useParticipants() {
  const { t } = useTranslation('session-share');
  const { message } = App.useApp();
  const [participants, setParticipants] = useState<Record<string, readonly Participant[]>>({});

  const onParticipants = useCallback(
    (id: string, { participants: present = [], change }: Notice) => {
      setParticipants((before) => ({ ...before, [id]: present }));
      if (change) {
        void message.info(t(`participant.${change.how}`, { name: change.name }));
      }
    },
    [message, t],
  );
  return { participantsOf: (id: string) => participants[id] ?? [], onParticipants };
}
