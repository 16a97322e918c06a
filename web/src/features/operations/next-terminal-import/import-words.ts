import { translate, type Language } from '@jadegate/contract/language';
import type { NextTerminalRemark } from '@jadegate/contract/operations/next-terminal-import';
import {
  NEXT_TERMINAL_REASONS,
  NEXT_TERMINAL_SECTION_WORDS,
  type NextTerminalSection,
} from '@jadegate/contract/operations/next-terminal-import.words';

const languageOf = (tag: string): Language => (tag.startsWith('en') ? 'en' : 'zh-TW');

/** The report of the command has the same words. */
export function sectionName(section: NextTerminalSection, language: string): string {
  return translate(NEXT_TERMINAL_SECTION_WORDS[section], languageOf(language));
}

export function reasonText({ reason, about }: NextTerminalRemark, language: string): string {
  return translate(NEXT_TERMINAL_REASONS[reason], languageOf(language), { about });
}
