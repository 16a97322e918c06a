import { findAllowedValues } from '@jadegate/contract/access/allowed-command';
import { translate, type Language } from '@jadegate/contract/language';
import { RUN_REFUSAL_WORDS, type RunRefusal } from '@jadegate/contract/operations/command-run.words';

import type { Decision } from '../../access/authorised/access.service.ts';
import type { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import type { StrategyService } from '../../access/strategy/strategy.service.ts';
import { yieldToEventLoop } from '../../kernel/in-chunks.ts';
import type { JudgedCommandLine } from '../terminal-session/native-ssh.interface.ts';

interface Dependencies {
  filters: Pick<LiveFilterService, 'judgeScript'>;
  strategies: Pick<StrategyService, 'allowedCommands'>;
}

interface JudgedClientCommand {
  lines: JudgedCommandLine[];
  /** Why it may not run. */
  refusal: string | undefined;
}

/** What a refusal shows of a line. */
const SHOWN_CHARACTERS = 200;

/** Judges what an SSH client is to run as a batch run is judged; what must be confirmed first cannot be here. */
export class CommandRules {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async judge(decision: Decision, command: string, language: Language): Promise<JudgedClientCommand> {
    const { commandFilterId, commandsOnlyOf } = decision.limits;
    if (commandsOnlyOf !== null && !(await this.#isListed(commandsOnlyOf, command))) {
      return { lines: [{ line: command, action: 'deny' }], refusal: say('not_listed', language) };
    }
    const lines = await this.#deps.filters.judgeScript(commandFilterId, command);
    const denied = lines.find(({ action }) => action === 'deny');
    if (denied) {
      return { lines, refusal: say('denied', language, denied.line) };
    }
    const warned = lines.find(({ action }) => action === 'warn');
    return { lines, refusal: warned && say('unconfirmed', language, warned.line) };
  }

  async #isListed(strategyId: string, command: string): Promise<boolean> {
    const listed = await this.#deps.strategies.allowedCommands(strategyId);
    for (const one of listed) {
      if (findAllowedValues(one, command) !== undefined) {
        return true;
      }
      // Each may take milliseconds, and there may be fifty.
      await yieldToEventLoop();
    }
    return false;
  }
}

function say(kind: RunRefusal, language: Language, line = ''): string {
  const shown = line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
  // On one line, whatever the command was.
  const plain = shown.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
  return translate(RUN_REFUSAL_WORDS[kind], language, { line: plain });
}
