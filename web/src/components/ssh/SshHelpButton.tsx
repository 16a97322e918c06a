import { LaptopOutlined } from '@ant-design/icons';
import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { Button, type ButtonProps } from 'antd';
import { lazy, Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

import { useOverlay } from '../../hooks/useOverlay.ts';
import type { SshHelpDrawer as Drawer } from './SshHelpDrawer.tsx';

const SshHelpDrawer = lazy(async () => ({ default: (await import('./SshHelpDrawer.tsx')).SshHelpDrawer }));

interface SshHelpButtonProps
  extends Pick<ButtonProps, 'type' | 'size'>, Pick<ComponentProps<typeof Drawer>, 'read'> {
  asset: { id: string; name: string; protocol: Protocol };
  /** For where there is little room. */
  iconOnly?: boolean;
}

/** Shows how an asset is reached with a client of one's own. Nothing for those that no SSH client reaches. */
export function SshHelpButton({ asset, read, iconOnly = false, ...look }: SshHelpButtonProps) {
  const { t } = useTranslation('ssh-help');
  const drawer = useOverlay<{ id: string; name: string }>();
  if (asset.protocol !== 'ssh') {
    return null;
  }
  const label = t('action.open');
  return (
    <>
      <Button
        {...look}
        icon={<LaptopOutlined aria-hidden />}
        title={iconOnly ? label : undefined}
        aria-label={`${label} ${asset.name}`}
        onClick={() => drawer.open(asset)}
      >
        {iconOnly ? undefined : label}
      </Button>
      {drawer.wasOpened && (
        <Suspense fallback={null}>
          <SshHelpDrawer open={drawer.isOpen} target={drawer.target} onClose={drawer.close} read={read} />
        </Suspense>
      )}
    </>
  );
}
