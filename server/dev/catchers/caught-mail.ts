/** A received e-mail. */
export interface CaughtMail {
  /** Starts at 1. */
  id: number
  received_at: Date
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { filename: string; content_type: string; content: Buffer }[]
  /** Size of the raw message in bytes. */
  size: number
}
