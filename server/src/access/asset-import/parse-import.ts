import type { AssetImportFormat } from '@jadegate/contract/access/asset-import';

import { decodeText } from '../../kernel/csv.ts';
import { detectFormat } from './detect-format.ts';
import type { ParsedFile, ParseLimits } from './parsed-file.ts';
import { readAnsibleIni } from './read-ansible-ini.ts';
import { readAnsibleYaml } from './read-ansible-yaml.ts';
import { readHeadedCsv, readPlainCsv } from './read-asset-csv.ts';
import { readGuacamole } from './read-guacamole.ts';
import { readJumpserver } from './read-jumpserver.ts';
import { readKnownHosts } from './read-known-hosts.ts';
import { readMobaxterm } from './read-mobaxterm.ts';
import { readPutty, registryText } from './read-putty.ts';
import { readSshConfig } from './read-ssh-config.ts';
import { readTermix } from './read-termix.ts';

/** Reads a file of any supported form. Pure: throws `AppError` for what a person can mend. */
export function parseImport(
  file: Uint8Array,
  format: AssetImportFormat | undefined,
  limits: ParseLimits,
): ParsedFile {
  const text = registryText(file) ?? decodeText(file);
  switch (format ?? detectFormat(text)) {
    case 'csv':
      return readHeadedCsv(text, limits.maxRows);
    case 'csv-plain':
      return readPlainCsv(text, limits.maxRows);
    case 'ssh-config':
      return readSshConfig(text, limits.maxRows);
    case 'ansible-ini':
      return readAnsibleIni(text, limits.maxRows);
    case 'ansible-yaml':
      return readAnsibleYaml(text, limits);
    case 'known-hosts':
      return readKnownHosts(text, limits.maxRows);
    case 'putty':
      return readPutty(text, limits.maxRows);
    case 'mobaxterm':
      return readMobaxterm(text, limits.maxRows);
    case 'termix':
      return readTermix(text, limits.maxRows);
    case 'guacamole':
      return readGuacamole(text, limits.maxRows);
    case 'jumpserver':
      return readJumpserver(text, limits.maxRows);
  }
}
