/** Pattern of a UUID in links; match it case-insensitively. */
export const uuid_pattern = String.raw`[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}`

const whole = new RegExp(`^${uuid_pattern}$`, 'i')

/** Whether a text is a UUID. */
export function isUuid(text: string): boolean {
  return whole.test(text)
}
