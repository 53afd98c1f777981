/**
 * Takes focus to the field of a path. Parts that are folded away open when the field that stands for them gets focus.
 */
export function focusPath(path: string): void {
  const exact = document.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)
  const within = document.querySelector<HTMLElement>(`[name^="${CSS.escape(path)}."]`)
  const target = exact ?? within
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'center' })
}
