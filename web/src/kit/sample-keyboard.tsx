import {
  getAriaChecked,
  getAriaCheckedRoles,
  getAriaDisabled,
  getAriaExpanded,
  getAriaPressed,
  getAriaRole,
  getAriaSelected,
  getElementAccessibleDescription,
  getElementAccessibleName,
} from 'ivya/utils'
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { alerts } from './layers/alerts.ts'
import { toasts } from './layers/toasts.ts'
import { cleanUp, focused, focusedElement, press, show } from './sample-page.tsx'

/** The observable state of a widget: one entry for each aspect that matters. */
type WidgetState = Readonly<Record<string, unknown>>

/** A part of the kit and the keyboard table of its ARIA pattern. */
export interface Widget {
  /** Rendered between two buttons, `Before` and `After`. */
  part: () => ReactNode
  /** Returns the state that is checked after each row, in addition to the focus and what is announced. */
  readState?: () => WidgetState
  /**
   * Each row: description, keys pressed after one Tab from `Before`, expected focus, and expected state; `announced` is
   * the result of that function.
   */
  rows: readonly (readonly [what: string, keys: string, focus: string, seen?: WidgetState])[]
}

/** What surrounds a control and is announced when the focus enters it. */
const surroundings = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=toolbar], [role=grid], nav, table' // oxfmt-ignore

/**
 * Returns what assistive technology is told about the focused element: role, name, states, surroundings, and the
 * description in brackets.
 */
function announced(): string {
  const element = focusedElement()
  if (!element) return 'nothing'
  const named = (one: Element): string =>
    `${getAriaRole(one)} "${getElementAccessibleName(one, false).replaceAll(/\s+/g, ' ').trim()}"`
  const around = element.parentElement?.closest(surroundings)
  const isChecked = getAriaCheckedRoles().includes(getAriaRole(element) ?? '') && getAriaChecked(element)
  const isExpanded = element.hasAttribute('aria-expanded') ? getAriaExpanded(element) : 'none'
  const popup = element.getAttribute('aria-haspopup')
  const description = getElementAccessibleDescription(element, false)
  const parts = [
    named(element),
    isChecked === 'mixed' ? 'mixed' : isChecked && 'checked',
    getAriaSelected(element) && 'selected',
    getAriaPressed(element) === true && 'pressed',
    isExpanded !== 'none' && (isExpanded ? 'expanded' : 'collapsed'),
    element.hasAttribute('aria-current') && 'current',
    getAriaDisabled(element) && 'disabled',
    popup && `opens a ${popup}`,
    around && `in ${named(around)}`,
    description && `(${description})`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Renders content once; the result mounts it again with its first state. */
async function showRenewable(content: () => ReactNode): Promise<() => void> {
  const handle = { renew: (): void => undefined }
  function Renewable() {
    const [round, setRound] = useState(0)
    useEffect(() => {
      handle.renew = () => flushSync(() => setRound((former) => former + 1))
    }, [])
    return <Fragment key={round}>{content()}</Fragment>
  }
  await show(<Renewable />)
  return () => handle.renew()
}

/** Defines one test for each row of each widget. A widget is rendered once and mounted again for each row. */
export function describeKeys(
  widgets: Readonly<Record<string, Widget>>,
  reset: () => void = () => undefined,
): void {
  describe.each(Object.entries(widgets))('keyboard control of the %s', (_, { part, readState, rows }) => {
    let renew = (): void => undefined
    beforeAll(async () => {
      renew = await showRenewable(() => (
        <>
          <button type="button">Before</button>
          {part()}
          <button type="button">After</button>
        </>
      ))
    })
    afterAll(cleanUp)

    const cases = rows.map(([what, keys, focus, seen = {}]) => ({ what, keys, focus, seen }))
    it.each(cases)('$what', async ({ keys, focus, seen }) => {
      alerts.write([])
      toasts.write([])
      reset()
      renew()
      page.getByRole('button', { name: 'Before' }).element().focus()
      await press('Tab', ...keys.split(' ').filter(Boolean))
      await expect
        .poll(() => ({ focus: focused(), announced: announced(), ...readState?.() }), { timeout: 5000 })
        .toMatchObject({ focus, ...seen })
    })
  })
}
