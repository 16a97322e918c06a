import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import type { SessionDesk } from './useSessionDesk.ts';

/** Closes panes, and asks first when that ends a session somebody may still need. */
export function useClosing(desk: SessionDesk): (ids: readonly string[]) => void {
  const { t } = useTranslation('session-frame');
  const { modal } = App.useApp();
  return (ids) => {
    const live = ids.filter((id) => desk.isLive(id));
    if (live.length === 0) {
      desk.close(ids);
      return;
    }
    void modal.confirm({
      title: t('close.title', { count: live.length }),
      content: t('close.help'),
      okText: t('close.ok'),
      okButtonProps: { danger: true },
      onOk: () => desk.close(ids),
      afterClose: desk.focusSession,
    });
  };
}
