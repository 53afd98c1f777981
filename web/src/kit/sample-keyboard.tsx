import { Fragment, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { toasts } from './layers/toasts.ts'
import { cleanUp, focused, press, show } from './sample-page.tsx'

/** The observable state of a widget: one entry for each aspect that matters. */
type WidgetState = Readonly<Record<string, unknown>>

/** A part of the kit and the keyboard table of its ARIA pattern. */
export interface Widget {
  /** Rendered between two buttons, `Before` and `After`. */
  part: () => ReactNode
  /** Returns the state that is checked after each row, in addition to the focus. */
  readState: () => WidgetState
  /** Each row: description, keys pressed after one Tab from `Before`, expected focus, and expected state. */
  rows: readonly (readonly [what: string, keys: string, focus: string, seen?: WidgetState])[]
}

/** Renders content once; the result mounts it again with its first state. */
async function showRenewable(content: () => ReactNode): Promise<() => void> {
  const handle = { renew: (): void => undefined }
  function Renewable() {
    const [round, setRound] = useState(0)
    handle.renew = () => flushSync(() => setRound(round + 1))
    return <Fragment key={round}>{content()}</Fragment>
  }
  await show(<Renewable />)
  return () => handle.renew()
}

/** Defines one test for each row of each widget. A widget is rendered once and mounted again for each row. */
export function describeKeys(widgets: Readonly<Record<string, Widget>>, reset: () => void): void {
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
      reset()
      toasts.write([])
      renew()
      page.getByRole('button', { name: 'Before' }).element().focus()
      await press('Tab', ...keys.split(' ').filter(Boolean))
      await expect.poll(() => ({ focus: focused(), ...readState() })).toMatchObject({ focus, ...seen })
    })
  })
}
