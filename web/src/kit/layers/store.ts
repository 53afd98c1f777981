import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components can subscribe to: for toasts, alerts and other layers that can be opened from
 * anywhere.
 */
export class Store<Value> {
  private value: Value
  private readonly watchers = new Set<() => void>()

  constructor(value: Value) {
    this.value = value
  }

  read = (): Value => this.value

  write = (value: Value): void => {
    this.value = value
    for (const watcher of this.watchers) watcher()
  }

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }
}

/** Returns the current value of a store; the component renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.watch, store.read)
}
