/** What is printed: it opens the app for as long as the server runs, so it is a secret. */
export function printedAddress(port: number, token: string): string {
  return `http://127.0.0.1:${port}/#token=${token}`;
}
