// Runs before the first paint, and before the console is there. The keys are those of src/api/storage.ts.
let stored = {};
try {
  stored = {
    theme: localStorage.getItem('theme'),
    language: localStorage.getItem('language'),
    token: localStorage.getItem('X-Auth-Token'),
  };
} catch {
  // Storage is closed to us: the system's theme and the language of the page apply.
}

// A chosen theme must not flash.
if (stored.theme === 'light' || stored.theme === 'dark') {
  document.documentElement.dataset.theme = stored.theme;
}

/**
 * Shows the login form that stands in the page, so that somebody can type while the console is still loading. It keeps
 * what is typed; src/features/identity/auth/early-typing.ts takes it over.
 */
function showLogin() {
  const isEnglish = stored.language ? stored.language === 'en' : document.documentElement.lang === 'en';
  const template = document.getElementById(isEnglish ? 'login-en' : 'login-zh-TW');
  const container = document.getElementById('root');
  if (!template || !container) {
    return;
  }
  container.append(template.content.cloneNode(true));
  history.replaceState(null, '', `/login${location.search}${location.hash}`);
  const form = container.querySelector('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.sent = '';
  });
  form.addEventListener('compositionstart', () => (form.dataset.composing = ''));
  form.addEventListener('compositionend', () => delete form.dataset.composing);
}

if (!stored.token && (location.pathname === '/' || location.pathname === '/login')) {
  // The page has been read then, and no module has begun.
  document.addEventListener('readystatechange', showLogin, { once: true });
}
