/** The smallest id that can be made at an instant: ids are UUID v7 (D20), so all that were made before it sort before it. */
export function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
