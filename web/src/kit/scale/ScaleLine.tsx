import { formatWeight } from '@waybill/domain/kit/texts/format'
import { useState } from 'react'
import { announce } from '../layers/announcements.ts'
import { useFunctionKeys } from '../layers/use-function-keys.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Kbd } from '../ui/buttons/Kbd.tsx'
import styles from './scale-line.module.css'
import { canReadScale, connectScale, disconnectScale, useScale } from './use-scale.ts'

/** Selector of the fields that take a weight in kg. */
const weight_fields = 'input[data-weighs]'

/** Returns the weight field of the focused parcel, or else the last one of the page. */
function weightField(): HTMLInputElement | null {
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement && focused.matches(weight_fields)) return focused
  const own = focused?.closest('[role=group]')?.querySelector<HTMLInputElement>(weight_fields)
  return own ?? [...document.querySelectorAll<HTMLInputElement>(weight_fields)].at(-1) ?? null
}

/** Enters a weight in a field as if it was typed, so that its form receives it. */
function enterWeight(field: HTMLInputElement, kg: number): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, String(kg))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  announce(`${formatWeight(kg)} from the scale`)
}

/**
 * The scale beside fields for parcels (`takesWeight`). A new weight goes into the weight field that has the focus; F7 puts
 * the present weight into the focused parcel. A scale that types like a keyboard needs none of this.
 */
export function ScaleLine() {
  const [notice, setNotice] = useState('')
  const { state, weight, problem } = useScale((kg) => {
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.matches(weight_fields)) enterWeight(focused, kg)
  })
  const take = (): void => {
    const field = weightField()
    if (problem !== null) return announce(problem, 'assertive')
    if (!weight?.isStable || weight.kg <= 0) return setNotice('Wait until the weight is steady.')
    if (!field) return
    setNotice('')
    enterWeight(field, weight.kg)
    field.focus()
  }
  const keys: Record<string, () => void> = {}
  if (state === 'connected') keys['F7'] = take
  useFunctionKeys(keys)
  if (state === 'off' || state === 'lost')
    return (
      <div className={styles.line}>
        {state === 'lost' && (
          <span role="status" className={styles.problem}>
            {problem ?? 'The scale was disconnected.'}
          </span>
        )}
        {canReadScale() ? (
          <Button size="sm" variant="ghost" onClick={() => void connectScale()}>
            {state === 'lost' ? 'Connect the scale again' : 'Connect a scale'}
          </Button>
        ) : (
          <span>
            This browser cannot read a scale by cable. Use Chrome or Edge, or a scale that types like a
            keyboard.
          </span>
        )}
        {import.meta.env.DEV && (
          <Button size="sm" variant="ghost" onClick={() => void tryWithout()}>
            Try without a scale
          </Button>
        )}
      </div>
    )
  return (
    <div className={styles.line}>
      <span>Scale</span>
      <strong className={styles.weight}>{weight ? formatWeight(weight.kg) : '–'}</strong>
      <span role="status" className={problem || notice ? styles.problem : undefined}>
        {problem ?? (notice || (weight ? (weight.isStable ? 'steady' : 'moving') : 'waiting for a weight'))}
      </span>
      <Button size="sm" variant="ghost" onClick={take}>
        Use <Kbd>F7</Kbd>
      </Button>
      <Button size="sm" variant="ghost" onClick={() => void disconnectScale()}>
        Disconnect
      </Button>
    </div>
  )
}

/** Development only: connects a simulated scale with a parcel of 4.32 kg on it. */
async function tryWithout(): Promise<void> {
  const { SimulatedScale } = await import('./simulated-scale.ts')
  const scale = new SimulatedScale()
  scale.put(4.32)
  await connectScale(scale)
}
