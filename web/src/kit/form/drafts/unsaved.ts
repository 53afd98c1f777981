const unsaved = new Set<symbol>()

/** Whether anything on screen has unsaved changes; the page then never reloads automatically. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

/** Registers unsaved changes; returns a function that removes the mark. */
export function markUnsaved(): () => void {
  const mark = Symbol('unsaved')
  unsaved.add(mark)
  return () => void unsaved.delete(mark)
}
