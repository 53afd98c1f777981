import { Store } from './store.ts'

/** Something that stands over the page. */
export interface OpenLayer {
  element: HTMLElement
  /** The page behind is out of reach. */
  isDialog: boolean
  /** What Esc does before anything inside hears it; a dialog hears it last, from whatever inside did not want it. */
  onEscape?: () => void
}

/** What stands over the page, the innermost last. */
const layers = new Store<readonly OpenLayer[]>([])

/** Puts a layer over those that are open; answers how to take it away. */
export function addLayer(layer: OpenLayer): () => void {
  if (layers.read().length === 0) document.addEventListener('keydown', handleEscape, true)
  layers.write([...layers.read(), layer])
  return () => {
    layers.write(layers.read().filter((open) => open !== layer))
    if (layers.read().length === 0) document.removeEventListener('keydown', handleEscape, true)
  }
}

/** Whether something is within a layer or one that was opened over it. */
export function isWithin(layer: OpenLayer, node: Node): boolean {
  const open = layers.read()
  return open.slice(open.indexOf(layer)).some(({ element }) => element.contains(node))
}

/** The innermost dialog, outside of which nothing can be pressed or is heard. */
export function innermostDialog(): HTMLElement | null {
  const dialogs = layers.read().filter(({ isDialog }) => isDialog)
  return dialogs.at(-1)?.element ?? null
}

/** Calls whenever a layer is opened or closed; answers how to stop. */
export const watchLayers = layers.watch

/** One listener for all, because Esc closes the innermost and nothing else. */
function handleEscape(event: KeyboardEvent): void {
  const onEscape = layers.read().at(-1)?.onEscape
  if (event.key !== 'Escape' || event.isComposing || !onEscape) return
  event.preventDefault()
  event.stopPropagation()
  onEscape()
}
