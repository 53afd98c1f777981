/** A received request. */
export interface ReceivedCall {
  id: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  at: Date
}

/** State shared by the fake services. */
export interface Memory {
  /** Issued numbers by a key of the service, so that a repeated request gets the same number. */
  given: Map<string, string>
  /** Tracking events reported about issued numbers, oldest first. */
  events: { reference: string; code: string; message: string; place: string; at: Date; id: string }[]
  /** Returns the next number of a counter. */
  next: () => number
}
