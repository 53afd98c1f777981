/** Focuses the field of a path. A collapsed part expands when the field that represents it gets focus. */
export function focusPath(path: string): void {
  const exact = document.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)
  const within = document.querySelector<HTMLElement>(`[name^="${CSS.escape(path)}."]`)
  const target = exact ?? within
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}
