/** Minutes of the window that a receiver sees, and of the narrower one when few stops come before. */
const receiver_window_minutes = 120
const near_window_minutes = 60
/** With at most this many stops before it, a stop has the narrower window. */
const near_stops = 3
/** Windows start at a full quarter of an hour. */
const window_step_minutes = 15

/**
 * Returns the window in which a receiver may expect the driver, in minutes of the day: two hours around the expected
 * arrival, one hour when at most three stops come before. It ends with the booked window at the latest, unless the
 * driver is expected after it: then it `is_late`, which the receiver has to be told.
 */
export function receiverWindow(
  eta: number,
  stopsBefore: number,
  booked: { from: number | null; to: number | null },
): { from: number; to: number; is_late: boolean } {
  const width = stopsBefore <= near_stops ? near_window_minutes : receiver_window_minutes
  const earliest = Math.floor((eta - width / 2) / window_step_minutes) * window_step_minutes
  const isLate = booked.to !== null && eta > booked.to
  const latest = earliest + width
  const from = booked.from === null ? earliest : Math.max(earliest, Math.min(booked.from, Math.floor(eta)))
  return { from, to: isLate || booked.to === null ? latest : Math.min(latest, booked.to), is_late: isLate }
}
