import { mutants as from01To06 } from './sec-01-06.mjs';
import { mutants as from07To16 } from './sec-07-16.mjs';
import { mutants as from17To24 } from './sec-17-24.mjs';
import { mutants as from25To28 } from './sec-25-28.mjs';
import { mutants as from29To33 } from './sec-29-33.mjs';
import { mutants as from34To39 } from './sec-34-39.mjs';
import { mutants as from40To44 } from './sec-40-44.mjs';
import { mutants as from45To54 } from './sec-45-54.mjs';
import { mutants as from55To57 } from './sec-55-57.mjs';
import { mutants as from58To60 } from './sec-58-60.mjs';
import { mutants as from61 } from './sec-61.mjs';
import { mutants as from62 } from './sec-62.mjs';
import { mutants as from63To65 } from './sec-63-65.mjs';

/** Every rule that is taken out; scripts/lib/mutants.mjs says what an entry is. */
export const mutants = [
  ...from01To06,
  ...from07To16,
  ...from17To24,
  ...from25To28,
  ...from29To33,
  ...from34To39,
  ...from40To44,
  ...from45To54,
  ...from55To57,
  ...from58To60,
  ...from61,
  ...from62,
  ...from63To65,
];
