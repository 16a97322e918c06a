import { translate, type Language } from '@jadegate/contract/language';
import type {
  NextTerminalImport,
  NextTerminalOrder,
  NextTerminalReport,
} from '@jadegate/contract/operations/next-terminal-import';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import { KeptOptions, KeptPlace, type StoredFailure } from './next-terminal-import.kind.ts';
import type { OpenImport } from './open-import.repository.ts';

type KeptPlace = ReturnType<typeof KeptPlace.parse>;

export function withoutPassword(place: NextTerminalOrder['place']): KeptPlace {
  if (place.kind !== 'mysql') {
    return place;
  }
  const { kind, host, port, database, username } = place;
  return { kind, host, port, database, username };
}

/** Without the account: that is nobody's business but of who entered it. */
export function nameOf(place: KeptPlace): string {
  switch (place.kind) {
    case 'upload':
      return '';
    case 'folder':
      return place.file;
    case 'mysql':
      return `${place.host}:${place.port}/${place.database}`;
  }
}

export function present(
  row: OpenImport,
  live: NextTerminalImport['progress'] | undefined,
  language: Language,
): NextTerminalImport {
  const place = KeptPlace.parse(JSON.parse(row.place));
  const failure = row.failure === '' ? undefined : (JSON.parse(row.failure) as StoredFailure);
  const section = row.section as NonNullable<NextTerminalImport['progress']>['section'] | '';
  return {
    state: row.state,
    step: row.step,
    place: place.kind,
    placeName: nameOf(place),
    ...KeptOptions.parse(JSON.parse(row.options)),
    startedBy: row.person_name,
    startedAt: new Date(row.created_at).toISOString(),
    progress: live ?? (section === '' ? null : { section, done: 0 }),
    failure: failure ? translate(ERROR_WORDS[failure.code], language, failure.params) : '',
    report: row.report === '' ? null : (JSON.parse(row.report) as NextTerminalReport),
  };
}
