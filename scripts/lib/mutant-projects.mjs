/** The project of vitest.config.ts in which a test file runs from source; undefined for those of the built product. */
export function projectOf(file) {
  if (needsHosts(file)) {
    return 'server-pg';
  }
  return ['contract', 'server', 'web', 'scripts'].find((project) => file.startsWith(`${project}/`));
}

/** Whether the file asks the test hosts. */
export const needsHosts = (file) => /\.(s3|hosts)\.test\.ts$/.test(file);
