/**
 * Where the person is asked to prove again who they are. The dialog belongs to Ant Design and comes with the shells; on
 * the pages without one nobody is asked, and the refusal stands.
 */
type Prover = () => Promise<boolean>;

let prover: Prover | undefined;

export async function prove(): Promise<boolean> {
  return prover === undefined ? false : prover();
}

/** Gives the question a place to appear. Answers how to take it away again. */
export function mountProver(mounted: Prover): () => void {
  prover = mounted;
  return () => {
    if (prover === mounted) {
      prover = undefined;
    }
  };
}
