/** How a browser gets in: the paths and names that both ends must spell alike. */
export const DOOR = {
  /** The socket; what happens there first is in `handshake.ts`. */
  rpcPath: '/rpc',
  /** Where agents reach our tools. */
  toolsPath: '/mcp',
  /** Takes the launch token or a ticket with a public key; gives the cookie, and what the browser must know of the server. */
  authPath: '/auth',
  /** Answers 204 to a signed-in page and 401 to any other, with the reason. */
  whoamiPath: '/whoami',
  /** Takes a file, with the session and its name in the query; below it, by id, files are given back. */
  uploadPath: '/upload',
  /** Where programs with a token ask; nothing that browsers send gets in there. */
  apiPath: '/api',
  /** A tab offers exactly this and its hello; the server selects only this. */
  subprotocol: 'acdeck.v2',
  /** Requests beside the socket carry the device and the pass that the socket's handshake gave. */
  passHeader: 'X-AcDeck-Pass',
  /** Says with a 401 what was missing. */
  refusalHeader: 'X-AcDeck-Refusal',
  /** The close code of a socket whose device is not, or no longer, let in. */
  signedOutCode: 4401,
} as const;

/** Why somebody is not let in: nobody here knows the device, its cookie is not there, or only the proof is missing. */
export const DOOR_REFUSALS = ['unknown_device', 'no_cookie', 'no_proof'] as const;
export type DoorRefusal = (typeof DOOR_REFUSALS)[number];

/** What signing in gives beside the cookie: the device that the browser is from now on, and how to know the server again. */
export interface SignedIn {
  readonly device: string;
  readonly folder: string;
  readonly serverKey: string;
}

/** What happened at the door that a person should know of. */
export type DoorNews =
  /** A link that had let in one browser was tried by another one. */
  | { kind: 'ticket_reused'; first: string; again: string }
  /** The port of last time belongs to somebody else now, so the devices that were let in there no longer are. */
  | { kind: 'port_taken'; port: number; devices: number }
  /** A tab has met a program at this address that passed itself off as this server. */
  | { kind: 'impostor_met'; device: string }
  /** A browser asked for a script that somebody else had installed at this address. */
  | { kind: 'foreign_worker' };

/** A pass as a request carries it. */
export function writePass(device: string, pass: string): string {
  return `${device}.${pass}`;
}

export function readPass(header: string): { device: string; pass: string } | null {
  const [, device, pass] = /^([\w-]{1,64})\.([\w-]{43})?$/.exec(header) ?? [];
  return device === undefined ? null : { device, pass: pass ?? '' };
}
