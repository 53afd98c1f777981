const listeners = new Set<() => void>()

/** Hears when somebody on this page has saved settings of the company; answers how to stop listening. */
export function onSettingsSaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Settings of the company were saved: what shows them is out of date. */
export function publishSettingsSaved(): void {
  for (const listener of listeners) listener()
}
