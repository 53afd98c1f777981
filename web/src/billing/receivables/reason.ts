/** Returns the message for a reason that was not entered, as the check of a form; `true` when there is one. */
export function checkReason({ reason }: { reason: string }) {
  return reason.trim() === '' ? [{ field: 'reason', message: 'Say why.' }] : true
}
