/** Whether the reason that a driver gives for a problem says that a parcel is damaged. Companies word their reasons. */
export function isDamageReason(reason: string): boolean {
  return /\bdamaged?\b/i.test(reason)
}
