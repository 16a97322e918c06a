import type { MenuId } from '@jadegate/contract/menu';
import type { ReactNode } from 'react';

import { useCan } from '../hooks/account.ts';

interface CanProps {
  /** Any one of these is enough. */
  any: readonly MenuId[];
  children: ReactNode;
  /** Shown to those who may not. */
  otherwise?: ReactNode;
}

/** Shows its content only to those who may. The server decides again on every call. */
export function Can({ any, children, otherwise = null }: CanProps) {
  const can = useCan();
  return can(...any) ? children : otherwise;
}
