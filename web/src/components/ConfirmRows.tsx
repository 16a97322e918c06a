import { App } from 'antd';
import type { ReactNode } from 'react';

import { ConfirmModal } from './ConfirmModal.tsx';
import { NamedList } from './NamedList.tsx';

interface ConfirmRowsProps {
  open: boolean;
  ids: readonly string[];
  /** Shown when there are several. */
  names?: readonly string[];
  /** Names the object, or says how many there are. */
  title: string;
  /** What will happen, and whether it can be undone. */
  help: ReactNode;
  /** More to know about just these rows. */
  note?: ReactNode;
  confirmLabel: string;
  /** Must be typed first. */
  typeName?: string;
  /** What the toast says afterwards. */
  done: string;
  run: (ids: readonly string[]) => Promise<unknown>;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks before an act on one row or on several, says afterwards that it was done, and why it was not. */
export function ConfirmRows({ ids, names = [], help, note, done, run, onDone, ...rest }: ConfirmRowsProps) {
  const { message } = App.useApp();
  const handleConfirm = async () => {
    await run(ids);
    message.success(done);
    onDone?.();
  };
  return (
    <ConfirmModal
      {...rest}
      consequence={
        <>
          <NamedList names={names} />
          <div>{help}</div>
          {note !== undefined && <div>{note}</div>}
        </>
      }
      onConfirm={handleConfirm}
    />
  );
}
