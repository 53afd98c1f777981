/** A call as it arrived. */
export interface ReceivedCall {
  id: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  at: Date
}

/** What one of the played services remembers. */
export interface Memory {
  /** The numbers it has given out, by the reference they were given for. */
  given: Map<string, string>
  /** Events it reports about what it was given, oldest first: code, message, place. */
  news: { reference: string; code: string; message: string; place: string; at: Date; id: string }[]
  /** Counts upwards. */
  next: () => number
}
