// Which packages of the lock file run: asked by the bill of materials and by the release.

/**
 * The entries of a lock file that the given workspaces need when they run, as [path, entry], by path. Follows
 * dependencies as Node would find them: in the nearest node_modules at or above the package.
 */
export function runtimePackages(lock, workspaces) {
  const found = new Map();
  const visit = (path) => {
    const entry = lock.packages[path];
    if (found.has(path)) {
      return;
    }
    found.set(path, entry);
    dependenciesOf(lock, path).forEach(visit);
  };
  workspaces.forEach(visit);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Where the packages lie that one needs when it runs; what is optional and not there is left out. */
export function dependenciesOf(lock, path) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = lock.packages[path];
  const mayBeMissing = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional;
  const names = new Set([dependencies, optionalDependencies, peerDependencies].flatMap(Object.keys));
  return [...names].flatMap((name) => {
    const place = placeOf(lock, path, name);
    if (place === undefined && !mayBeMissing(name)) {
      throw new Error(`${path} needs ${name}, which is not in the lock file`);
    }
    return place ?? [];
  });
}

function placeOf(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder.endsWith('node_modules') ? `${folder}/${name}` : join(folder, name);
    const entry = lock.packages[place];
    if (entry) {
      return entry.link ? entry.resolved : place;
    }
    if (folder === '') {
      return undefined;
    }
  }
}

const join = (folder, name) => `${folder ? `${folder}/` : ''}node_modules/${name}`;

/** The name of a package, from where it lies or from what it says itself. */
export function nameOf(path, { name }) {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
