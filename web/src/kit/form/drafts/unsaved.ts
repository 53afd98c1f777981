const unsaved = new Set<symbol>()

/** Whether anything on screen differs from what is saved: then the page never reloads by itself. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

/** Says that something differs from what is saved; answers how to take it back. */
export function markUnsaved(): () => void {
  const mark = Symbol('unsaved')
  unsaved.add(mark)
  return () => void unsaved.delete(mark)
}
