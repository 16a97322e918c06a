import { useTranslation } from 'react-i18next';

const NAMED = 5;

interface NamedListProps {
  names: readonly string[];
}

/** What an act is about, when it is about several: a few by name, the rest by number. */
export function NamedList({ names }: NamedListProps) {
  const { t } = useTranslation('parts');
  if (names.length < 2) {
    return null;
  }
  return (
    <ul style={{ marginTop: 0 }}>
      {names.slice(0, NAMED).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {names.length > NAMED && <li>{t('named.more', { count: names.length - NAMED })}</li>}
    </ul>
  );
}
