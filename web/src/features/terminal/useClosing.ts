import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import type { TerminalDesk } from './useTerminalDesk.ts';

/** Closes panes, and asks first when that ends a session somebody may still need. */
export function useClosing(desk: TerminalDesk): (ids: readonly string[]) => void {
  const { t } = useTranslation('terminal');
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
      afterClose: desk.focusTerminal,
    });
  };
}
