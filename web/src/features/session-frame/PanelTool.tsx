import type { Pane } from './pane-tree.ts';
import type { SessionPanel } from './tenant.ts';
import { ToolButton } from './ToolButton.tsx';
import { ToolPopover } from './ToolPopover.tsx';

interface PanelToolProps {
  panel: SessionPanel;
  /** The pane with the focus. */
  pane: Pane | undefined;
  isConnected: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The session gets the keyboard back. */
  afterClose: () => void;
}

/** A panel of the session with the focus, and the button that opens it. */
export function PanelTool({ panel, pane, isConnected, isOpen, onOpenChange, afterClose }: PanelToolProps) {
  const { label, hint, icon, kind } = panel;
  const isOffered = pane !== undefined && panel.isOffered(pane);
  const disabled = !isConnected || !isOffered;
  const change = (isNowOpen: boolean) => {
    onOpenChange(isNowOpen);
    // A drawer or a dialog says by itself when it is gone.
    if (kind === 'popover' && !isNowOpen) {
      afterClose();
    }
  };
  const content =
    isOffered &&
    pane.sessionId !== undefined &&
    panel.render({
      sessionId: pane.sessionId,
      hostName: pane.assetName,
      files: pane.files,
      open: isOpen,
      onClose: () => change(false),
      afterClose,
    });
  if (kind === 'popover') {
    return <ToolPopover {...{ label, hint, icon, disabled, content }} open={isOpen} onOpenChange={change} />;
  }
  return (
    <>
      <ToolButton {...{ label, icon, disabled }} onClick={() => change(true)} />
      {content}
    </>
  );
}
