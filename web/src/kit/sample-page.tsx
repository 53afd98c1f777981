import './theme/tokens.css'
import './theme/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import axe from 'axe-core'
import { useState, type ReactNode } from 'react'
import { commands, page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react/pure'
import type { FieldBinding } from './form/use-form.ts'
import { alerts } from './layers/alerts.ts'
import { Layers } from './layers/Layers.tsx'
import { toasts } from './layers/toasts.ts'

/** Media preferences that a user can set in the operating system. */
interface MediaPreferences {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active' | 'none'
  reducedMotion?: 'reduce' | 'no-preference'
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (preferences: MediaPreferences) => Promise<void>
  }
}

/** The default system settings. */
const usual: MediaPreferences = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' }

/** Renders parts of the kit as on a page: inside `main`, with router, styles, alerts and toasts. */
export async function show(content: ReactNode): Promise<void> {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <main>{content}</main>
          <Layers />
        </>
      ),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  const app = (
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  await render(app, { container: root, baseElement: document.body })
}

/** Resets everything: the page, its layers, the media preferences and the viewport. */
export async function cleanUp(): Promise<void> {
  alerts.write([])
  toasts.write([])
  await cleanup()
  document.getElementById('root')?.remove()
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.style.fontSize = ''
  await commands.emulateMedia(usual)
  await page.viewport(1024, 768)
}

/** Returns the axe violations, one line each, in both colour schemes; waits for running animations before each check. */
export async function axeViolations(): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark']) {
    document.documentElement.dataset.theme = scheme
    await settled()
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      preload: false,
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
    })
    found.push(...violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes[0]?.html ?? ''}`))
  }
  return found
}

/** Waits until all animations have ended or were cancelled, except endless ones. */
export async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  // An animation that is cancelled, because its element changed or went away, rejects.
  await Promise.allSettled(ending.map((one) => one.finished))
}

/** Returns the focused element; in a list, the option that its field points at; `null` when nothing has the focus. */
export function focusedElement(): HTMLElement | null {
  const element = document.activeElement
  const pointed = element?.getAttribute('aria-activedescendant')
  const target = pointed ? document.getElementById(pointed) : element
  return target instanceof HTMLElement && target !== document.body ? target : null
}

/** Returns the accessible label of the focused element. */
export function focused(): string {
  const target = focusedElement()
  if (!target) return 'nothing'
  const label = target instanceof HTMLInputElement ? target.labels?.[0]?.textContent : null
  const titled = target.getAttribute('aria-labelledby')
  const title = titled ? document.getElementById(titled)?.textContent : null
  return (
    target.getAttribute('aria-label') ?? label ?? title ?? target.innerText.replaceAll(/\s+/g, ' ').trim()
  )
}

/** Presses keys one after another, such as `Tab`, `Shift+Tab` or `a`. */
export async function press(...keys: readonly string[]): Promise<void> {
  const typed = keys.map((key) => {
    const parts = key.split('+')
    const last = parts.at(-1) ?? ''
    const before = parts.slice(0, -1)
    return [...before.map((one) => `{${one}>}`), `{${last}}`, ...before.map((one) => `{/${one}}`)].join('')
  })
  await userEvent.keyboard(typed.join(''))
}

/** A field that manages its own value, to test a control without a form. */
export function ControlledField<Value>({
  start,
  error,
  children,
}: {
  start: Value
  error?: string
  children: (binding: FieldBinding<Value>) => ReactNode
}) {
  const [value, setValue] = useState(start)
  return children({
    name: 'field',
    value,
    onChange: setValue,
    onLeave: () => undefined,
    error,
    register: () => undefined,
  })
}

/** A button that opens `children`, which can close themselves with the function they receive. */
export function Opens({ button, children }: { button: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {button}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
