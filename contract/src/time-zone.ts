/** Whether this is the name of a zone that clocks are set by, such as Asia/Taipei. */
export function isTimeZone(name: string): boolean {
  // An offset such as +08:00 would be taken too, but it knows nothing of daylight saving.
  if (!/^[A-Za-z]/.test(name)) {
    return false;
  }
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
