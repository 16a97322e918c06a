import { setSurroundings } from '../api/surroundings.ts';
import { currentLanguage, i18n } from '../i18n/index.ts';
import { prove } from './prove.ts';
import { toast } from './toast.ts';

type Navigate = (path: string) => void;

/** Until the router is there, a page change is a page load. */
const loadPage: Navigate = (path) => window.location.replace(path);

let navigate: Navigate = loadPage;

export function setNavigate(given: Navigate): () => void {
  navigate = given;
  return () => {
    navigate = loadPage;
  };
}

/** Hands words, toasts, page changes and proofs to the API layer. */
export function connectApi(): void {
  setSurroundings({
    language: currentLanguage,
    sentence: (failure, status) => i18n.t(`common:failure.${failure}`, { status: status ?? 0 }),
    notify: toast,
    navigate: (path) => navigate(path),
    prove,
  });
}
