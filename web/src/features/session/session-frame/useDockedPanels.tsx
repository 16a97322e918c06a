import { Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { paneTitle, type Pane } from './pane-tree.ts';
import type { DockedPanel } from './PanelDock.tsx';
import { allPanes } from './session-layout.ts';
import { tenantOf, type SessionPanel, type Tenants } from './tenant.ts';
import type { SessionDesk } from './useSessionDesk.ts';

type UsablePane = Pane & { sessionId: string };

const keyOf = ({ id }: SessionPanel, { sessionId }: Pane) => `${id} ${sessionId ?? ''}`;

/** Before there is a session nobody knows what it will have. Its place is kept, so that nothing jumps. */
export function mayHave(pane: Pane, { isOffered }: SessionPanel): boolean {
  return pane.sessionId === undefined || isOffered(pane);
}

/** The panel of the session with the focus, and those of other sessions in which something still goes on. */
export function useDockedPanels(desk: SessionDesk, tenants: Tenants): DockedPanel[] {
  const { t } = useTranslation('session-frame');
  const { dock, pane } = desk;
  const panel = tenantOf(tenants, pane).panels.find(({ id }) => id === dock.open);
  const [kept, setKept] = useState<readonly string[]>([]);

  // What was there when the connection was lost stays until it is known whether it comes back.
  const isUsable = (one: Pane): one is UsablePane =>
    one.sessionId !== undefined && ['connected', 'lost'].includes(desk.stateOf(one.id).name);
  const isPossible = pane && panel && mayHave(pane, panel);
  const shown = isPossible && isUsable(pane) ? keyOf(panel, pane) : undefined;
  if (shown !== undefined && panel?.isKept === true && !kept.includes(shown)) {
    setKept([...kept, shown]);
  }

  const docked = allPanes(desk.layout)
    .filter(isUsable)
    .flatMap((owner) =>
      tenantOf(tenants, owner)
        .panels.map((one) => ({ one, owner, key: keyOf(one, owner) }))
        .filter(({ key }) => key === shown || kept.includes(key))
        .map(({ one: { label, render }, owner, key }) => ({
          key,
          title: label,
          owner: paneTitle(owner),
          isShown: key === shown,
          content: render({
            sessionId: owner.sessionId,
            hostName: owner.assetName,
            files: owner.files,
            protocol: owner.protocol,
            directory: owner.directory,
            isShown: key === shown,
            onReturn: desk.leavePanel,
          }),
        })),
    );
  if (!isPossible || shown !== undefined) {
    return docked;
  }
  const waiting: DockedPanel = {
    key: 'waiting',
    title: panel.label,
    owner: paneTitle(pane),
    isShown: true,
    content: <Typography.Text type="secondary">{t('panel.notConnected')}</Typography.Text>,
  };
  return [...docked, waiting];
}
