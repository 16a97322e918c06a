import { useTranslation } from 'react-i18next';

import type { SessionPanel } from './tenant.ts';
import { ToolButton } from './ToolButton.tsx';
import { mayHave } from './useDockedPanels.tsx';
import type { SessionDesk } from './useSessionDesk.ts';

interface PanelToolProps {
  desk: SessionDesk;
  panel: SessionPanel;
}

/** The button that opens a panel of the session with the focus, and closes it again. */
export function PanelTool({ desk, panel }: PanelToolProps) {
  const { t } = useTranslation('session-frame');
  const { id, label, hint = label, icon, isOffered } = panel;
  const { pane, dock } = desk;
  const isOn = dock.open === id && pane !== undefined && mayHave(pane, panel);
  const refusal = () => {
    if (!pane || desk.stateOf(pane.id).name !== 'connected') {
      return t('panel.notConnected');
    }
    return isOffered(pane) ? undefined : t('panel.notOffered');
  };
  return (
    <ToolButton
      label={label}
      hint={hint}
      icon={icon}
      isOn={isOn}
      refusal={isOn ? undefined : refusal()}
      onClick={(event) => {
        if (isOn) {
          desk.closePanel();
        } else {
          // A click without a pointer: whoever works with keys goes where they lead.
          desk.openPanel(id, event.detail === 0 ? 'take-keyboard' : 'leave-keyboard');
        }
      }}
    />
  );
}
