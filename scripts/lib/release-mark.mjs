import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.mjs';

/** In the folder of a release and nowhere else: there everything is built, and npm installs only what runs. */
export const RELEASE_MARK = 'release.json';

export const isRelease = existsSync(join(root, RELEASE_MARK));
