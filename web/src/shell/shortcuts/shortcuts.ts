import { useEffect, useEffectEvent, useRef } from 'react'
import { Store, useStore } from '../../kit/layers/store.ts'
import { list_keys, pressListKey } from '../../kit/table/rows/list-keys.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useAccess } from '../access.ts'
import { navigationFor } from '../navigation/navigation.ts'
import { mayVisit } from '../pages.ts'
import { burst_ms, ShortcutBurst } from './shortcut-burst.ts'

const sheet = new Store(false)
const palette = new Store(false)

export function openPalette(): void {
  palette.write(true)
}

export function openShortcutSheet(): void {
  sheet.write(true)
}

/** Time within which a letter must follow `g`, in ms. */
const pair_ms = 1200

/** Keys that activate the element whose `data-shortcut` is that key. */
const marked = ['/', 'f', 'n', 'r', 'p', 'e']

/**
 * Handles `Ctrl+K` or `⌘K`, which open the command palette, and the single-key shortcuts. These work only while no
 * text input has focus and no layer is open: `/` reference search, `[` navigation, `?` the list of shortcuts, `g` and
 * a letter to open a page, keys of marked elements, and keys of the list on the page. They act only when it is
 * certain that the keys do not come from a scanner. Enter opens the current row of the list, unless an element that
 * Enter activates has focus.
 */
export function useShortcuts({ toggleNavigation }: { toggleNavigation: () => void }): {
  isSheetOpen: boolean
  closeSheet: () => void
  isPaletteOpen: boolean
  closePalette: () => void
} {
  const isSheetOpen = useStore(sheet)
  const isPaletteOpen = useStore(palette)
  const access = useAccess()
  const go = useGo()
  const wentAt = useRef(0)
  const act = useEffectEvent((key: string): void => {
    if (document.querySelector('[data-layer]')) return
    if (Date.now() - wentAt.current < pair_ms) {
      wentAt.current = 0
      const item = navigationFor(access, mayVisit).find((one) => one.key === key)
      if (item) void go(item.to)
    } else if (key === 'g') wentAt.current = Date.now()
    else if (key === '[') toggleNavigation()
    else if (key === '?') openShortcutSheet()
    else if (marked.includes(key)) press(key)
    else if (list_keys.includes(key)) pressListKey(key)
  })
  useEffect(() => {
    const burst = new ShortcutBurst()
    let timer: ReturnType<typeof setTimeout> | undefined
    const actOn = (keys: readonly string[]): void => {
      for (const key of keys) act(key)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        if (!document.querySelector('[data-layer]')) openPalette()
        return
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target))
        return
      if (event.key === 'Enter' && !isPressable(event.target) && !document.querySelector('[data-layer]')) {
        if (pressListKey('Enter')) event.preventDefault()
        return
      }
      if (event.key.length !== 1 || document.querySelector('[data-layer]')) return
      // Firefox would open its own quick find.
      if (event.key === '/') event.preventDefault()
      clearTimeout(timer)
      actOn(burst.key(event.key, event.timeStamp))
      timer = setTimeout(() => actOn(burst.end()), burst_ms)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return {
    isSheetOpen,
    closeSheet: () => sheet.write(false),
    isPaletteOpen,
    closePalette: () => palette.write(false),
  }
}

function isPaletteKey(event: KeyboardEvent): boolean {
  return (
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  )
}

function press(key: string): void {
  const element = document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`)
  element?.focus()
  if (!(element instanceof HTMLInputElement)) element?.click()
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, tr, [role]:not(main)') !== null
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}
