/** How a browser gets in: the paths and names that both ends must spell alike. */
export const DOOR = {
  rpcPath: '/rpc',
  /** Takes the launch token or a ticket, gives the cookie and the key. */
  authPath: '/auth',
  /** Answers 204 to a signed-in page and 401 to any other. */
  whoamiPath: '/whoami',
  /** Takes a file, with the session and its name in the query; below it, by id, files are given back. */
  uploadPath: '/upload',
  /** A tab offers exactly this and its key; the server selects only this. */
  subprotocol: 'acdeck.v1',
  keySubprotocolPrefix: 'key.',
  keyHeader: 'X-AcDeck-Key',
} as const;
