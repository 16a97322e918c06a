import { TerminalPage } from '../features/terminal/TerminalPage.tsx';
import { useSessionPanels } from './useSessionPanels.tsx';

/** The terminal page with the panels of other features: features do not know each other. */
export function TerminalWithPanels() {
  return <TerminalPage panels={useSessionPanels()} />;
}
