/** What an upload was called, where its address says so. */
export function uploadNameOf(uri: string): string {
  try {
    return decodeURIComponent(uri.split('#', 2)[1] ?? '');
  } catch {
    return '';
  }
}
