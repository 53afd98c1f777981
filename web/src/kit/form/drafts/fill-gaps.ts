/**
 * Fills values that an earlier version of a form stored in this browser: fields that the form has gained since get
 * the values of `opening`. Lists are kept as they were stored.
 */
export function fillGaps<Values extends object>(stored: Values, opening: Values): Values {
  const filled = new Map<string, unknown>(Object.entries(opening))
  for (const [name, value] of Object.entries(stored)) {
    const now = filled.get(name)
    filled.set(name, isGroup(value) && isGroup(now) ? fillGaps(value, now) : value)
  }
  return Object.fromEntries(filled) as Values
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
