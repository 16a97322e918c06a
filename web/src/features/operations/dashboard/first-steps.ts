import type { AccountInfo } from '@jadegate/contract/identity/account';
import type { MenuId } from '@jadegate/contract/menu';
import {
  INSTALLATION_STEPS,
  type Dashboard,
  type InstallationStep,
} from '@jadegate/contract/operations/dashboard';

export interface FirstStep {
  name: 'account' | InstallationStep;
  /** Where it is done. */
  path: string;
  /** The form for a new one opens there at once. */
  isCreation: boolean;
  isDone: boolean;
}

/** Where each step is done, and who can do it. */
const PLACES: Record<InstallationStep, { path: string; needs: readonly MenuId[]; isCreation?: true }> = {
  timeZone: { path: '/setting?activeKey=other', needs: ['setting'] },
  credential: { path: '/credential', needs: ['credential-add'], isCreation: true },
  asset: { path: '/asset', needs: ['asset-add'], isCreation: true },
  people: { path: '/user', needs: ['user-add'], isCreation: true },
  grant: { path: '/asset', needs: ['asset-authorised-user-add'] },
  session: { path: '/my-asset', needs: ['asset-access'] },
};

/** The way from an empty installation to a recorded shell, as far as the person can go it. */
export function firstSteps(
  { enableTotp }: Pick<AccountInfo, 'enableTotp'>,
  done: Dashboard['steps'],
  can: (...ids: MenuId[]) => boolean,
): FirstStep[] {
  const steps = INSTALLATION_STEPS.filter((name) => can(...PLACES[name].needs)).map((name) => ({
    name,
    path: PLACES[name].path,
    // Once there is one, the list is what one wants to see.
    isCreation: PLACES[name].isCreation === true && !done[name],
    isDone: done[name],
  }));
  return [
    { name: 'account', path: '/info?activeKey=factor', isCreation: false, isDone: enableTotp },
    ...steps,
  ];
}
