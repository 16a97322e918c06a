import type { NextTerminalReason, NextTerminalSection } from './next-terminal-import.words.ts';

/** How many of those that were left behind, or brought otherwise, are named; all of them are counted. */
export const NEXT_TERMINAL_NAMED = 50;

/** One thing that was left behind, or brought otherwise than it was. */
export interface NextTerminalRemark {
  name: string;
  reason: NextTerminalReason;
  /** What the sentence names besides. */
  about: string;
}

export interface NextTerminalSectionReport {
  section: NextTerminalSection;
  /** What the old installation has. */
  found: number;
  /** What is new here: written, or in a dry run what would be. */
  brought: number;
  /** Brought by an earlier run. */
  known: number;
  left: number;
  /** The first of those that were left behind, with why. */
  leftOnes: NextTerminalRemark[];
  changed: number;
  /** The first of those that were brought otherwise than they were. */
  changedOnes: NextTerminalRemark[];
}

/** A role that was brought, and what it loses: pages and acts that there are not here. */
export interface NextTerminalRole {
  name: string;
  /** What it may do here. */
  menus: string[];
  missing: string[];
}

export interface NextTerminalReport {
  origin: 'sqlite' | 'mysql' | 'backup' | 'export';
  isDryRun: boolean;
  sections: NextTerminalSectionReport[];
  roles: NextTerminalRole[];
}
