import type { AnyEndpoint, Method } from '@jadegate/contract/endpoint';

/** The methods under which a path is known, so that a wrong one is told from a wrong path. */
export function methodsFor(endpoints: readonly AnyEndpoint[], url: string): Method[] {
  const segments = (url.split('?', 1)[0] ?? '').split('/');
  return endpoints.filter(({ path }) => matches(path.split('/'), segments)).map(({ method }) => method);
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
