import type { Problem } from '@jadegate/contract/fleet/node-problem';

import type { Section, Sections } from './sections.ts';
import { clean } from './text.ts';

/** Tools without which something is missing on any host; what only some hosts have is not missed on the others. */
const WANTED_TOOLS = new Set(['lscpu', 'lsblk', 'ip', 'df', 'who']);
const OF_NVIDIA = /^(?:nvsmi_|gpu)/;
/** Asked for in case it is there: a driver too old for it, or a card that cannot, is no fault. */
const OPTIONAL = new Set(['nvsmi_lgip', 'nvsmi_topo', 'xid']);
const REFUSED = /permission denied|operation not permitted|read only access|a password is required/i;

/** What was wrong with each part of an answer. Most parts may fail where others say the same, and are then no problem. */
export function problemsOf(sections: Sections): Problem[] {
  return [...sections].flatMap(([name, section]) => {
    const kind = OPTIONAL.has(name) ? undefined : kindOf(name, section);
    const detail = clean(section.errors.split('\n').find((line) => line.trim() !== ''));
    return kind === undefined
      ? []
      : [
          {
            kind,
            section: name,
            ...(section.rc !== null && { rc: section.rc }),
            ...(detail !== null && { detail }),
          },
        ];
  });
}

function kindOf(name: string, { rc, errors }: Section): Problem['kind'] | undefined {
  if (rc === null || rc === 124 || rc === 143) {
    return 'timeout';
  }
  if (rc === 127) {
    return WANTED_TOOLS.has(name) ? 'missing-tool' : undefined;
  }
  if (rc === 200) {
    return 'stuck';
  }
  if (OF_NVIDIA.test(name)) {
    return nvidiaKind(rc, errors);
  }
  return rc === 126 || (rc !== 0 && REFUSED.test(errors)) ? 'permission' : undefined;
}

/** By its own exit codes: 9 no driver, 12 no library, 18 the two do not fit; 15 and 16 are cards that are gone. */
function nvidiaKind(rc: number, errors: string): Problem['kind'] | undefined {
  if (rc === 15 || rc === 16 || /unable to determine the device handle/i.test(errors)) {
    return 'gpu-lost';
  }
  if (rc === 9 || rc === 12 || rc === 18) {
    return 'driver';
  }
  return rc === 4 || (rc !== 0 && REFUSED.test(errors)) ? 'permission' : undefined;
}
