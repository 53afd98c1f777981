import { IconTruck } from '../icons/icons.ts'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { Checkbox, RadioGroup, Toggle } from '../form/choices/Choices.tsx'
import { DateField } from '../form/dates/DateField.tsx'
import { SelectField } from '../form/choices/SelectField.tsx'
import { TextField } from '../form/TextField.tsx'
import { showAlert } from '../layers/alerts.ts'
import { toast } from '../layers/toasts.ts'
import { ControlledField, Opens, press, settled, show, cleanUp } from '../sample-page.tsx'
import { Button, IconButton } from './buttons/Button.tsx'
import { Menu } from './layers/Menu.tsx'
import { Drawer, Modal } from './layers/Modal.tsx'
import { Segments, Tabs } from './page-layout/Tabs.tsx'
import { Tooltip } from './layers/Tooltip.tsx'

beforeEach(() => commands.emulateMedia({ forcedColors: 'active' }))
afterEach(cleanUp)

/** Takes a screenshot of the window once two in a row are equal; hides the blinking caret. */
async function picture(): Promise<string> {
  document.documentElement.style.caretColor = 'transparent'
  await document.fonts.ready
  await settled()
  for (let former = '', now = ''; ; former = now) {
    now = await page.screenshot({ save: false })
    if (now === former) return now
  }
}

/** Returns the number of visibly different pixels in two screenshots. */
async function differing(former: string, now: string): Promise<number> {
  const [one, other] = await Promise.all([pixelsOf(former), pixelsOf(now)])
  return one.reduce((count, value, at) => count + (Math.abs(value - (other[at] ?? 0)) > 96 ? 1 : 0), 0) / 3
}

async function pixelsOf(pictureOf: string): Promise<Uint8ClampedArray> {
  const answer = await fetch(`data:image/png;base64,${pictureOf}`)
  const image = await createImageBitmap(await answer.blob())
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context?.drawImage(image, 0, 0)
  return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
}

const nothing = (): undefined => undefined
const sizes = ['small', 'large'].map((key) => ({ key, value: key, label: key }))
const cities = ['Cape Town', 'Durban'].map((label) => ({ value: label, label }))

function Choosing({ children }: { children: (value: string, choose: (value: string) => void) => ReactNode }) {
  const [value, setValue] = useState('small')
  return children(value, setValue)
}

const menu = (
  <Menu
    label="More"
    entries={[
      { label: 'Print', onSelect: nothing },
      { label: 'Post', onSelect: nothing },
    ]}
  >
    {(trigger) => <Button {...trigger}>Open</Button>}
  </Menu>
)
const city = (
  <ControlledField<string | null> start={null}>
    {(field) => <SelectField {...field} label="City" options={cities} />}
  </ControlledField>
)
const day = (
  <ControlledField<string | null> start="2026-03-04">
    {(field) => <DateField {...field} label="Day" />}
  </ControlledField>
)
const tabs = (
  <Choosing>
    {(value, choose) => <Tabs tabs={sizes} chosen={value} onChoose={choose} label="Size" />}
  </Choosing>
)
const segments = (
  <Choosing>
    {(value, choose) => <Segments choices={sizes} chosen={value} onChoose={choose} label="Size" />}
  </Choosing>
)
const radios = (
  <ControlledField start="small">
    {(field) => <RadioGroup {...field} label="Size" choices={sizes} />}
  </ControlledField>
)
const box = (
  <ControlledField start={false}>{(field) => <Checkbox {...field} label="Notify" />}</ControlledField>
)
const toggle = (
  <ControlledField start={false}>{(field) => <Toggle {...field} label="Notify" />}</ControlledField>
)

const noKeys = (): Promise<void> => Promise.resolve()
const presses =
  (...keys: string[]) =>
  () =>
    press(...keys)
const clicks = (role: 'button' | 'radio' | 'tab' | 'checkbox' | 'switch', name: string) => async () => {
  await userEvent.click(page.getByRole(role, { name, exact: true }))
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.unhover(page.getByRole(role, { name, exact: true }))
}

/** Name, rendered content, first action, and a second action that must visibly change the screen. */
const changes: readonly (readonly [string, ReactNode, () => Promise<void>, () => Promise<void>])[] = [
  ['the focus on a button', <Button>Save</Button>, noKeys, presses('Tab')],
  ['the focus on a filled button', <Button variant="primary">Save</Button>, noKeys, presses('Tab')],
  [
    'the focus on an icon',
    <IconButton label="Print" icon={IconTruck} tooltip={false} />,
    noKeys,
    presses('Tab'),
  ],
  [
    'the focus in a field',
    <ControlledField start="">{(field) => <TextField {...field} label="Name" />}</ControlledField>,
    noKeys,
    presses('Tab'),
  ],
  ['the focus in a list field', city, noKeys, presses('Tab')],
  ['the focus on a tick box', box, noKeys, presses('Tab')],
  ['the focus on a switch', toggle, noKeys, presses('Tab')],
  ['the focus on an exclusive choice', radios, noKeys, presses('Tab')],
  ['the focus on a tab', tabs, noKeys, presses('Tab')],
  ['the focus on a segment', segments, noKeys, presses('Tab')],
  ['the item of a menu that the keys are at', menu, presses('Tab', 'Enter'), presses('ArrowDown')],
  ['the option that the keys are at', city, presses('Tab', 'ArrowDown'), presses('ArrowDown')],
  ['the day that the keys are at', day, presses('Tab', 'ArrowDown'), presses('ArrowRight')],
  ['a tick', box, noKeys, clicks('checkbox', 'Notify')],
  ['a switch that is on', toggle, noKeys, clicks('switch', 'Notify')],
  ['the exclusive choice', radios, noKeys, clicks('radio', 'large')],
  ['the chosen tab', tabs, noKeys, clicks('tab', 'large')],
  ['the chosen segment', segments, noKeys, clicks('radio', 'large')],
]

describe('forced-colours mode', () => {
  it.each(changes)('makes %s visible', async (_, drawn, before, change) => {
    await show(drawn)
    await before()
    const former = await picture()
    await change()
    expect(await differing(former, await picture())).toBeGreaterThan(20)
  })

  const clickOpen = clicks('button', 'Open')
  const layers: readonly (readonly [string, ReactNode, () => Promise<unknown>])[] = [
    ['menu', menu, presses('Tab', 'Enter')],
    ['list', city, presses('Tab', 'ArrowDown')],
    ['calendar', day, presses('Tab', 'ArrowDown')],
    ['tooltip', <Tooltip text="Prints">{<button type="button">Print</button>}</Tooltip>, presses('Tab')],
    [
      'dialog',
      <Opens button="Open">
        {(close) => <Modal title="Return" onClose={close} children="To the sender" />}
      </Opens>,
      clickOpen,
    ],
    [
      'drawer',
      <Opens button="Open">
        {(close) => <Drawer title="Return" onClose={close} children="To the sender" />}
      </Opens>,
      clickOpen,
    ],
    [
      'alert',
      <Button onClick={() => void showAlert({ title: 'Not saved', variant: 'error' })}>Open</Button>,
      clickOpen,
    ],
    ['toast', <Button onClick={() => toast.info('Printed')}>Open</Button>, clickOpen],
  ]
  it.each(layers)('draws an opaque border around a %s', async (_, drawn, open) => {
    await show(drawn)
    await open()
    const layer = () =>
      document.querySelector(
        'dialog[open], [popover] > [role=status], [popover]:not([data-print]):popover-open',
      )
    await expect.poll(layer).not.toBe(null)
    const { borderLeftStyle, borderLeftColor } = getComputedStyle(layer() ?? document.body)
    expect(borderLeftStyle).toBe('solid')
    // `rgb(` means opaque; a transparent colour starts with `rgba(`.
    expect(borderLeftColor).toMatch(/^rgb\(/)
  })
})
