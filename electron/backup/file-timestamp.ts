/** Formats a Unix time in seconds for a file name: 2026-01-05T08-00-00Z. */
export function formatFileTimestamp(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}
