import { ClearOutlined } from '@ant-design/icons';
import type { MenuId } from '@jadegate/contract/menu';
import { App } from 'antd';

import { Can } from './Can.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';

interface ClearButtonProps {
  access: MenuId;
  label: string;
  title: string;
  consequence: string;
  /** What has to be typed before everything goes. */
  word: string;
  /** Said when it is done. */
  done: string;
  onClear: () => Promise<unknown>;
  onCleared: () => void;
}

/** Empties a whole list, after the word for it was typed. */
export function ClearButton(props: ClearButtonProps) {
  const { access, label, title, consequence, word, done, onClear, onCleared } = props;
  const { message } = App.useApp();
  const handleConfirm = async () => {
    await onClear();
    message.success(done);
    onCleared();
  };
  return (
    <Can any={[access]}>
      <ConfirmButton
        icon={<ClearOutlined aria-hidden />}
        title={title}
        consequence={consequence}
        confirmLabel={label}
        typeName={word}
        onConfirm={handleConfirm}
      >
        {label}
      </ConfirmButton>
    </Can>
  );
}
