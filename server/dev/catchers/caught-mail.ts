/** A message as it arrived. */
export interface CaughtMail {
  /** Counts from 1. */
  id: number
  received_at: Date
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** Bytes on the wire. */
  size: number
}
