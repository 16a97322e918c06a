import type { Notice, Participant } from '@jadegate/contract/terminal-socket';
import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Who is in each terminal beside its person. Coming and going is said aloud once. */
export function useCompany() {
  const { t } = useTranslation('session-share');
  const { message } = App.useApp();
  const [company, setCompany] = useState<Record<string, readonly Participant[]>>({});

  const hear = useCallback(
    (id: string, { participants = [], change }: Notice) => {
      setCompany((before) => ({ ...before, [id]: participants }));
      if (change) {
        void message.info(t(`participant.${change.how}`, { name: change.name }));
      }
    },
    [message, t],
  );
  return { companyOf: (id: string) => company[id] ?? [], hear };
}
