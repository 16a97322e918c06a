import { PlusOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { Button } from 'antd';
import type { ReactNode } from 'react';

import { Can } from '../Can.tsx';

interface CreateButtonProps {
  access: MenuId;
  onClick: () => void;
  children: ReactNode;
}

/** The primary action of most lists: make a new one. */
export function CreateButton({ access, onClick, children }: CreateButtonProps) {
  return (
    <Can any={[access]}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onClick}>
        {children}
      </Button>
    </Can>
  );
}
