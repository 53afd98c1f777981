/** Lengths of time in ms. A day is 24 hours: South Africa has no summer time. */
export const minute_ms = 60_000
export const hour_ms = 60 * minute_ms
export const day_ms = 24 * hour_ms
