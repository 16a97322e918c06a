import { PlusOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { Button } from 'antd';

import { useCreateOnArrival } from '../../hooks/useCreateOnArrival.ts';
import { Can } from '../Can.tsx';

interface CreateButtonProps {
  access: MenuId;
  label: string;
  onClick: () => void;
}

/** The primary action of most lists: make a new one. */
export function CreateButton(props: CreateButtonProps) {
  return (
    <Can any={[props.access]}>
      <OpeningButton {...props} />
    </Can>
  );
}

function OpeningButton({ label, onClick }: CreateButtonProps) {
  useCreateOnArrival(onClick);
  return (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
