import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Goes along with a link to a list whose form is to open at once. */
export const CREATE_STATE = { create: true } as const;
/** The same, with the server's own machine filled in. */
export const THIS_MACHINE_STATE = { create: 'this-machine' } as const;

type Creation = (typeof CREATE_STATE | typeof THIS_MACHINE_STATE)['create'];

function isCreation(state: unknown, creation: Creation): boolean {
  return typeof state === 'object' && state !== null && 'create' in state && state.create === creation;
}

/** Opens the form for a new one when the page was come to for that; a reload or a step back does not open it again. */
export function useCreateOnArrival(open: () => void, creation: Creation = true): void {
  const location = useLocation();
  const { pathname, search } = location;
  const isAsked = isCreation(location.state, creation);
  const navigate = useNavigate();
  const arrive = useEffectEvent(() => {
    void navigate(pathname + search, { replace: true, state: null });
    open();
  });
  useEffect(() => {
    if (isAsked) {
      arrive();
    }
  }, [isAsked]);
}
