import { CodeOutlined, DesktopOutlined } from '@ant-design/icons';
import { VM_CONSOLES, type VmConsoleKind } from '@jadegate/contract/fleet/vm-console';
import type { VmState } from '@jadegate/contract/fleet/vm-state';
import { translate } from '@jadegate/contract/language';
import { CONSOLE_NAME } from '@jadegate/contract/words/vm-console';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../hooks/useLanguage.ts';
import type { RowAction } from '../RowActions.tsx';
import { consolePath } from '../session-path.ts';

interface Machine {
  id: string;
  name: string;
  state: VmState;
  hasSerial: boolean;
  hasVnc: boolean;
}

interface VmConsole {
  kind: VmConsoleKind;
  label: string;
  icon: ReactNode;
  href: string;
  /** Why it cannot be opened now. */
  refusal: string | undefined;
}

/** A machine in one of these has something to show; of `unknown` nobody can say it has not. */
const SHOWS: readonly VmState[] = ['running', 'paused', 'stopping', 'rebooting', 'starting', 'unknown'];

/** The consoles of a virtual machine, each with where it is opened. Its screen first: it shows more than a text console. */
export function useVmConsoles(): (vm: Machine) => VmConsole[] {
  const { t } = useTranslation('session-frame');
  const language = useLanguage();
  return ({ id, name, state, hasSerial, hasVnc }) => {
    const place = { id, name: translate(CONSOLE_NAME, language, { name }) };
    const missing = {
      serial: hasSerial ? undefined : t('console.noText'),
      vnc: hasVnc ? undefined : t('console.noScreen'),
    };
    return VM_CONSOLES.toReversed().map((kind) => ({
      kind,
      label: t(`console.${kind}`),
      icon: kind === 'serial' ? <CodeOutlined aria-hidden /> : <DesktopOutlined aria-hidden />,
      href: consolePath(place, kind),
      refusal: SHOWS.includes(state) ? missing[kind] : t('console.stopped'),
    }));
  };
}

/** The same as actions of a row, each in a window of its own. */
export function consoleActions(consoles: readonly VmConsole[]): RowAction[] {
  return consoles.map(({ kind, label, icon, href, refusal }) => ({
    key: `console-${kind}`,
    label,
    icon,
    access: ['vm-console'],
    refusal,
    onClick: () => void window.open(href, '_blank', 'noopener'),
  }));
}
