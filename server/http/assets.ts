import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Upgrade } from './messages/answers.js';

/** Where the web app's files come from: the built ones, or the development server's. */
export interface Assets {
  /** Whether a path (without query) is one of the app's public files; those need the exact Host and no credentials. */
  has(path: string): boolean;
  /** Answers a GET or HEAD of such a file. The security headers are set already. */
  serve(request: IncomingMessage, response: ServerResponse): void;
  /** Directives of the content security policy that are others for the answer to a path. */
  policy?(path: string): Readonly<Record<string, string>>;
  /** A public socket of the development server; asked only after Host and Origin are right. False: not mine. */
  upgrade?(upgrade: Upgrade): boolean;
}
