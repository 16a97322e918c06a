import type { Config } from '../config.ts';
import type { Services } from '../services.ts';

/** What was typed behind the name of a verb. */
interface Given {
  args: readonly string[];
  text: (option: string) => string | undefined;
  isSet: (option: string) => boolean;
}

interface VerbHelp {
  summary: string;
  /** Words after the verb that it needs. */
  takes?: readonly string[];
  options?: Readonly<Record<string, { type: 'string' | 'boolean'; about: string }>>;
}

/** Either works on the installation that the settings name, or needs none. Answers the exit code of the process. */
export type Verb = VerbHelp &
  (
    | { run(services: Services, given: Given & { config: Config }): Promise<number> }
    | { runAlone(given: Given & { readSettings: () => Config }): Promise<number> }
  );
