// The rules of this house that no linter ships. Loaded by .oxlintrc.json under the name "jadegate".
import { dialling } from './dialling.mjs';
import { fences } from './fences.mjs';
import { unsafeOptions } from './unsafe-options.mjs';

export default { meta: { name: 'jadegate' }, rules: { dialling, fences, 'unsafe-options': unsafeOptions } };
