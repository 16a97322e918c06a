interface AddressParts {
  host: string;
  port?: number;
  username?: string;
}

/** `user@host:port` with any part but the host left out, as it stands in notes and on the command line of ssh. */
const ADDRESS =
  /^(?:ssh\s+)?(?:(?:ssh|rdp|vnc|telnet):\/\/)?(?:(?<username>[^\s@:/]+)@)?(?:\[(?<six>[\da-f:.]+)\]|(?<host>[^\s@:/[\]]+))(?::(?<port>\d{1,5}))?\/?$/i;
const MAX_PORT = 65_535;

/** Takes apart what belongs into several fields; undefined when it is an address and nothing more, or something else. */
export function splitAddress(text: string): AddressParts | undefined {
  const { username, six, host, port } = ADDRESS.exec(text.trim())?.groups ?? {};
  const address = six ?? host;
  const number = port === undefined ? undefined : Number(port);
  const isPort = number === undefined || (number >= 1 && number <= MAX_PORT);
  if (address === undefined || address === text.trim() || !isPort) {
    return undefined;
  }
  return {
    host: address,
    ...(number !== undefined && { port: number }),
    ...(username !== undefined && { username }),
  };
}
