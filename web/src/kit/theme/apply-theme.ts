import type { ThemeMode } from '@waybill/domain/kit/theme'

/** The user’s choice; 'system' follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const choice_key = 'theme'

/** The brand colours by mode and token. */
type Theme = Readonly<Record<ThemeMode, Readonly<Record<string, string>>>>

let current: Theme | null = null

export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(choice_key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

let is_light_only = false

/**
 * Always displays the light theme, whatever the user has chosen, for a page in a public place; returns a function
 * that ends this.
 */
export function lightOnly(): () => void {
  is_light_only = true
  paint()
  return () => {
    is_light_only = false
    paint()
  }
}

/** Returns the current mode, light or dark. */
export function themeMode(): ThemeMode {
  if (is_light_only) return 'light'
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Applies another choice at once; the caller saves the user setting. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(choice_key)
  else localStorage.setItem(choice_key, choice)
  paint()
}

/**
 * Applies the provider’s brand and stores it for the next start, when `boot.js` applies it before anything has
 * loaded.
 */
export function applyBrand(theme: Theme, title: string, logo: string): void {
  current = theme
  try {
    localStorage.setItem(`brand:${window.location.host}`, JSON.stringify({ ...theme, title, logo }))
  } catch {
    // Without storage, the next start displays the default brand first.
  }
  paint()
}

function paint(): void {
  const mode = themeMode()
  const root = document.documentElement
  root.dataset.theme = mode
  if (current)
    for (const [token, colour] of Object.entries(current[mode])) root.style.setProperty(`--${token}`, colour)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Calls `listener` whenever the colours have changed; returns a function that stops this. */
export function onPaint(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a brand colour in the current mode. */
export function currentColour(token: string): string {
  return current?.[themeMode()][token] ?? ''
}

/** Follows changes of the device between light and dark while the choice is 'system'. */
export function followDevice(): void {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
}
