/** Colour, label and mark of every message state (STAT-063, STAT-064). */
export const message_badges = {
  queued: { family: 'blue', label: 'Queued' },
  sent: { family: 'blue', label: 'Sent' },
  delivered: { family: 'green', label: 'Delivered', mark: 'tick' },
  opened: { family: 'green', label: 'Opened', mark: 'tick' },
  failed: { family: 'red', label: 'Failed' },
  skipped: { family: 'grey', label: 'Skipped' },
} as const
