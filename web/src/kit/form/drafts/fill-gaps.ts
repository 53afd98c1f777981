/**
 * Values kept in this browser by an earlier version of a form, with what the form has learned to ask since then as it
 * opens now. Lists are taken as they were kept.
 */
export function fillGaps<Values extends object>(kept: Values, opening: Values): Values {
  const filled = new Map<string, unknown>(Object.entries(opening))
  for (const [name, value] of Object.entries(kept)) {
    const now = filled.get(name)
    filled.set(name, isGroup(value) && isGroup(now) ? fillGaps(value, now) : value)
  }
  return Object.fromEntries(filled) as Values
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
