import { Store } from './store.ts'

/** An element that is open above the page. */
export interface OpenLayer {
  element: HTMLElement
  /** Whether it blocks the page behind it. */
  isDialog: boolean
  /**
   * Runs on Esc before elements inside the layer receive the key. Dialogs omit it: they handle Esc themselves, after
   * the elements inside had the chance to use it.
   */
  onEscape?: () => void
}

/** The open layers, the innermost last. */
const layers = new Store<readonly OpenLayer[]>([])

/** Adds a layer above the open ones; returns a function that removes it. */
export function addLayer(layer: OpenLayer): () => void {
  if (layers.read().length === 0) document.addEventListener('keydown', handleEscape, true)
  layers.write([...layers.read(), layer])
  return () => {
    layers.write(layers.read().filter((open) => open !== layer))
    if (layers.read().length === 0) document.removeEventListener('keydown', handleEscape, true)
  }
}

/** Whether a node is inside a layer or inside a layer that was opened above it. */
export function isWithin(layer: OpenLayer, node: Node): boolean {
  const open = layers.read()
  return open.slice(open.indexOf(layer)).some(({ element }) => element.contains(node))
}

/** Returns the innermost dialog; everything outside it is inert. `null` when none is open. */
export function innermostDialog(): HTMLElement | null {
  const dialogs = layers.read().filter(({ isDialog }) => isDialog)
  return dialogs.at(-1)?.element ?? null
}

/** Calls the watcher whenever a layer is opened or closed; returns a function that stops this. */
export const watchLayers = layers.watch

/** Closes the innermost layer on Esc. One listener serves all layers, so that Esc closes only that one. */
function handleEscape(event: KeyboardEvent): void {
  const onEscape = layers.read().at(-1)?.onEscape
  if (event.key !== 'Escape' || event.isComposing || !onEscape) return
  event.preventDefault()
  event.stopPropagation()
  onEscape()
}
