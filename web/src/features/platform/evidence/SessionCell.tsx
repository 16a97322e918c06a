import { Mono } from '../../../components/Mono.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';

interface SessionCellProps {
  session: { sessionId: string; assetName: string; userName: string };
}

/** Which session a row is about: where, who, and its id, which is all that is left where both are gone. */
export function SessionCell({ session: { sessionId, assetName, userName } }: SessionCellProps) {
  return (
    <>
      {assetName}
      <SecondaryLine text={userName} />
      <Mono text={sessionId} maxWidth={160} />
    </>
  );
}
