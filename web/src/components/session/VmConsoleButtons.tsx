import type { ComponentProps } from 'react';

import { Can } from '../Can.tsx';
import { RefusableButton } from '../RefusableButton.tsx';
import { useVmConsoles } from './useVmConsoles.tsx';

/** Opens the text console or the screen of a virtual machine, each in a window of its own. */
export function VmConsoleButtons({ vm }: { vm: Parameters<ReturnType<typeof useVmConsoles>>[0] }) {
  const consoles = useVmConsoles()(vm);
  return (
    <Can any={['vm-console']}>
      {consoles.map(({ kind, label, icon, href, refusal }) => {
        const link: ComponentProps<typeof RefusableButton> = refusal
          ? { refusal }
          : { href, target: '_blank', rel: 'noopener' };
        return (
          <RefusableButton key={kind} {...link} icon={icon}>
            {label}
          </RefusableButton>
        );
      })}
    </Can>
  );
}
