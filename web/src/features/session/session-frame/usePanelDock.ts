import { PANEL_WIDTHS, type SessionPanelId } from '@jadegate/contract/identity/user-preference';
import { useState } from 'react';

import { usePreferences } from '../../../hooks/preferences.ts';
import { useIsNarrow } from '../../../hooks/useIsNarrow.ts';

export type PanelDockState = ReturnType<typeof usePanelDock>;

/** Which panel stands beside the sessions of the window, and how wide. The account remembers it for the next window. */
export function usePanelDock() {
  const { panel: remembered, changePanel: remember } = usePreferences();
  // On a phone a panel covers the session: it is there for a moment, and is not remembered.
  const isSheet = useIsNarrow();
  const [beside, setBeside] = useState(remembered.open);
  const [sheet, setSheet] = useState<SessionPanelId>();
  const [width, setWidth] = useState<number>(remembered.width ?? PANEL_WIDTHS.default);
  const [focusCount, setFocusCount] = useState(0);

  const show = (id: SessionPanelId | undefined) => {
    if (isSheet) {
      setSheet(id);
    } else {
      setBeside(id);
      remember({ open: id });
    }
  };
  return {
    isSheet,
    open: isSheet ? sheet : beside,
    show,
    /** Changes with each wish that the panel takes the keyboard. */
    focusCount,
    focus: () => setFocusCount((count) => count + 1),
    width,
    resize: (wanted: number) =>
      setWidth(Math.round(Math.min(PANEL_WIDTHS.max, Math.max(PANEL_WIDTHS.min, wanted)))),
    keepWidth: () => remember({ width }),
  };
}
