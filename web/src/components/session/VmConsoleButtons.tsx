import type { ComponentProps } from 'react';

import { Can } from '../Can.tsx';
import { RefusableButton } from '../RefusableButton.tsx';
import { useVmConsoles } from './useVmConsoles.tsx';

/** Opens the screen or the text console of a virtual machine, each in a window of its own: what most come for. */
export function VmConsoleButtons({ vm }: { vm: Parameters<ReturnType<typeof useVmConsoles>>[0] }) {
  const consoles = useVmConsoles()(vm);
  const first = consoles.find(({ refusal }) => refusal === undefined);
  return (
    <Can any={['vm-console']}>
      {consoles.map((one) => {
        const { kind, label, icon, href, refusal } = one;
        const link: ComponentProps<typeof RefusableButton> = refusal
          ? { refusal }
          : { href, target: '_blank', rel: 'noopener' };
        return (
          <RefusableButton key={kind} {...link} icon={icon} type={one === first ? 'primary' : 'default'}>
            {label}
          </RefusableButton>
        );
      })}
    </Can>
  );
}
