import { Suspense, useEffect, useRef, useState } from 'react';

import { useAccount } from '../hooks/account.ts';
import { useIdlePreload } from '../hooks/useIdlePreload.ts';
import { lazyComponent } from './lazy-component.ts';
import { mountProver } from './prove.ts';

const dialog = lazyComponent(async () => (await import('./ProofDialog.tsx')).ProofDialog);
const nothing = () => {};

interface Question {
  /** Each question is asked with an empty form. */
  number: number;
  isOpen: boolean;
}

/** Lets the API layer ask who is there. */
export function ProofBridge() {
  // Only what administrators do asks for it. Fetched ahead, because a form waits behind the question.
  useIdlePreload(useAccount()?.type === 'admin' ? dialog.preload : nothing);
  const [question, setQuestion] = useState<Question>();
  const settle = useRef<(isProven: boolean) => void>(nothing);
  const cameFrom = useRef<Element>(null);

  useEffect(() => {
    const unmount = mountProver(
      () =>
        new Promise((resolve) => {
          settle.current = resolve;
          cameFrom.current = document.activeElement;
          setQuestion((last) => ({ number: (last?.number ?? 0) + 1, isOpen: true }));
        }),
    );
    return () => {
      unmount();
      settle.current(false);
    };
  }, []);

  const isClosing = question?.isOpen === false;
  useEffect(() => {
    // The dialog takes the focus before it looks where it was, so it cannot give it back itself.
    if (isClosing && cameFrom.current instanceof HTMLElement) {
      cameFrom.current.focus({ preventScroll: true });
    }
  }, [isClosing]);

  if (question === undefined) {
    return null;
  }
  return (
    <Suspense fallback={null}>
      <dialog.Component
        key={question.number}
        open={question.isOpen}
        onAnswer={(isProven) => {
          setQuestion({ ...question, isOpen: false });
          settle.current(isProven);
        }}
        // Gone with what was typed.
        onClosed={() => setQuestion((last) => (last?.isOpen === false ? undefined : last))}
      />
    </Suspense>
  );
}
