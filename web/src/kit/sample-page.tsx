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

/** What a person may have set in the system. */
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

/** What a person uses who has set nothing, and the size of a small laptop. */
const usual: MediaPreferences = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' }

/** Shows parts of the kit as on a page: in its main part, with router, styles, alerts and toasts. */
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

/** Takes everything away again: the page, what it opened, and what was set about the window. */
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

/** What axe finds wrong, as one line each, in both colour schemes; layers are looked at once they are fully shown. */
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

/** Waits until nothing fades or moves any more; what turns for ever is left alone. */
export async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.all(ending.map((one) => one.finished))
}

/** What has the focus, as a person would call it; in a list the option that its field points at. */
export function focused(): string {
  const element = document.activeElement
  const pointed = element?.getAttribute('aria-activedescendant')
  const target = pointed ? document.getElementById(pointed) : element
  if (!(target instanceof HTMLElement) || target === document.body) return 'nothing'
  const label = target instanceof HTMLInputElement ? target.labels?.[0]?.textContent : null
  const titled = target.getAttribute('aria-labelledby')
  const title = titled ? document.getElementById(titled)?.textContent : null
  return target.getAttribute('aria-label') ?? label ?? title ?? target.innerText.replaceAll('\n', ' ')
}

/** Presses keys one after the other, as in `Tab`, `Shift+Tab` or `a`. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const parts = key.split('+')
    const last = parts.at(-1) ?? ''
    const before = parts.slice(0, -1)
    await userEvent.keyboard(
      [...before.map((one) => `{${one}>}`), `{${last}}`, ...before.map((one) => `{/${one}}`)].join(''),
    )
  }
}

/** A field that keeps its own value, to try a control without a form. */
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

/** Something that opens by a button and closes by what it is given. */
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
