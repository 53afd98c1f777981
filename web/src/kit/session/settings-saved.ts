const listeners = new Set<() => void>()

/** Calls `listener` when company settings have been saved on this page; returns a function that stops this. */
export function onSettingsSaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Notifies the listeners that company settings have been saved, so that they can update what depends on them. */
export function publishSettingsSaved(): void {
  for (const listener of listeners) listener()
}
