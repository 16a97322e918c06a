import type { AnyEndpoint, Method } from '@jadegate/contract/endpoint';

/** The methods under which a path is known, so that a wrong one is told from a wrong path. */
export function methodsFor(endpoints: readonly AnyEndpoint[], url: string): Method[] {
  const segments = (url.split('?', 1)[0] ?? '').split('/');
  return endpoints.filter(({ path }) => matches(path.split('/'), segments)).map(({ method }) => method);
}

export function leadsToSocket(endpoints: readonly AnyEndpoint[], path: string): boolean {
  const segments = path.split('/');
  return endpoints.some((one) => one.socket === true && matches(one.path.split('/'), segments));
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
