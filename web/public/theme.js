// Runs before the first paint: a chosen theme must not flash. The key is the one of src/api/storage.ts.
try {
  const choice = localStorage.getItem('theme');
  if (choice === 'light' || choice === 'dark') {
    document.documentElement.dataset.theme = choice;
  }
} catch {
  // Storage is closed to us: the system's theme applies.
}
