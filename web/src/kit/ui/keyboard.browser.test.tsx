import { Problem } from '@waybill/domain/kit/problem'
import { useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RadioGroup, Toggle } from '../form/choices/Choices.tsx'
import { ClockField } from '../form/dates/ClockField.tsx'
import { DateField } from '../form/dates/DateField.tsx'
import { SelectField } from '../form/choices/SelectField.tsx'
import { describeKeys, type Widget } from '../sample-keyboard.tsx'
import { ControlledField, show, cleanUp } from '../sample-page.tsx'
import { Button } from './buttons/Button.tsx'
import { Menu } from './layers/Menu.tsx'
import { Segments, Tabs } from './page-layout/Tabs.tsx'
import { Tooltip } from './layers/Tooltip.tsx'

const chosen: string[] = []
const choose = (what: string) => () => void chosen.push(what)
const isShown = (role: 'menu' | 'listbox' | 'dialog' | 'grid') => page.getByRole(role).query() !== null
const valueOf = (role: 'combobox' | 'textbox') => (page.getByRole(role).element() as HTMLInputElement).value
const markedAs = (attribute: string) =>
  [...document.querySelectorAll(`[${attribute}=true]`)].map((one) => one.textContent)
const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('input:checked')].map((one) => one.labels?.[0]?.textContent)

function Choosing<Value extends string>({
  start,
  children,
}: {
  start: Value
  children: (value: Value, choose: (value: Value) => void) => ReactNode
}) {
  const [value, setValue] = useState(start)
  return children(value, setValue)
}

const cities = [
  { value: 'cpt', label: 'Cape Town' },
  { value: 'dbn', label: 'Durban' },
  { value: 'els', label: 'East London', disabled: true },
  { value: 'grj', label: 'George' },
]
const sizes = (['small', 'medium', 'large'] as const).map((key) => ({ key, value: key, label: key }))

type Size = (typeof sizes)[number]['key']

const widgets: Readonly<Record<string, Widget>> = {
  'menu button': {
    part: () => (
      <Menu
        label="More"
        entries={[
          { heading: 'Papers' },
          { label: 'Print', onSelect: choose('Print') },
          { label: 'Post', onSelect: choose('Post'), verdict: new Problem('wrong_state', 'Not paid.') },
          'separator',
          { label: 'Cancel', onSelect: choose('Cancel') },
        ]}
      >
        {(trigger) => <Button {...trigger}>More</Button>}
      </Menu>
    ),
    readState: () => ({ open: isShown('menu'), chosen: chosen.join() }),
    rows: [
      ['Enter opens it at its first item', 'Enter', 'Print', { open: true }],
      ['Space opens it at its first item', 'Space', 'Print', { open: true }],
      ['Arrow Down opens it at its first item', 'ArrowDown', 'Print', { open: true }],
      ['Arrow Up opens it at its last item', 'ArrowUp', 'Cancel', { open: true }],
      ['Arrow Down goes on', 'Enter ArrowDown ArrowDown', 'Cancel', { open: true }],
      ['Arrow Down goes from the last to the first', 'ArrowUp ArrowDown', 'Print', { open: true }],
      ['Arrow Up goes from the first to the last', 'Enter ArrowUp', 'Cancel', { open: true }],
      ['End goes to the last', 'Enter End', 'Cancel', { open: true }],
      ['Home goes to the first', 'ArrowUp Home', 'Print', { open: true }],
      ['a letter goes to the next item that begins so', 'Enter c', 'Cancel', { open: true }],
      ['a letter that none begins with moves nothing', 'ArrowUp x', 'Cancel', { open: true }],
      [
        'Enter does what the item says and closes',
        'Enter End Enter',
        'More',
        { open: false, chosen: 'Cancel' },
      ],
      ['Space does what the item says and closes', 'Enter Space', 'More', { open: false, chosen: 'Print' }],
      [
        'an item that cannot be chosen is reached and stays',
        'Enter p Enter',
        'Post Not paid.',
        { open: true, chosen: '' },
      ],
      ['Esc closes it, and the focus is on its button', 'Enter Escape', 'More', { open: false, chosen: '' }],
      ['Tab closes it and goes on', 'Enter Tab', 'After', { open: false }],
    ],
  },
  combobox: {
    part: () => (
      <ControlledField<string | null> start="dbn">
        {(binding) => <SelectField {...binding} label="City" options={cities} clearable />}
      </ControlledField>
    ),
    readState: () => ({ open: isShown('listbox'), value: valueOf('combobox') }),
    rows: [
      ['Tab reaches it without opening it', '', 'City', { open: false, value: 'Durban' }],
      ['Arrow Down opens it at what is chosen', 'ArrowDown', 'Durban', { open: true }],
      ['Arrow Up opens it at what is chosen', 'ArrowUp', 'Durban', { open: true }],
      ['Alt and Arrow Down opens it', 'Alt+ArrowDown', 'Durban', { open: true }],
      ['Arrow Down goes on', 'ArrowDown ArrowDown', 'East London', { open: true }],
      ['Arrow Up goes back', 'ArrowDown ArrowUp', 'Cape Town', { open: true }],
      ['Page Down goes to the last of a short list', 'ArrowDown PageDown', 'George', { open: true }],
      ['Page Up goes to the first of a short list', 'ArrowDown PageUp', 'Cape Town', { open: true }],
      ['Enter chooses', 'ArrowDown ArrowUp Enter', 'City', { open: false, value: 'Cape Town' }],
      ['Enter leaves what cannot be chosen', 'ArrowDown ArrowDown Enter', 'East London', { open: true }],
      ['typing opens it at the best match', 'g e', 'George', { open: true }],
      ['Enter chooses the best match', 'g e Enter', 'City', { open: false, value: 'George' }],
      ['Esc closes it and restores what was chosen', 'g e Escape', 'City', { open: false, value: 'Durban' }],
      ['Alt and Arrow Up closes it', 'ArrowDown Alt+ArrowUp', 'City', { open: false, value: 'Durban' }],
      ['Tab closes it and goes on', 'ArrowDown ArrowUp Tab', 'After', { open: false, value: 'Durban' }],
      ['emptying it takes the choice away', 'Delete Tab', 'After', { open: false, value: '' }],
    ],
  },
  'clock time': {
    part: () => (
      <ControlledField start="08:00">{(binding) => <ClockField {...binding} label="From" />}</ControlledField>
    ),
    readState: () => ({ open: isShown('listbox'), value: valueOf('combobox') }),
    rows: [
      ['Arrow Down opens it and goes by quarters', 'ArrowDown ArrowDown Enter', 'From', { value: '08:15' }],
      ['a typed time is chosen', '1 7 : 4 5 Enter', 'From', { open: false, value: '17:45' }],
    ],
  },
  tabs: {
    part: () => (
      <Choosing<Size> start="medium">
        {(value, onChoose) => <Tabs tabs={sizes} chosen={value} onChoose={onChoose} label="Size" />}
      </Choosing>
    ),
    readState: () => ({ chosen: markedAs('aria-selected').join() }),
    rows: [
      ['Tab reaches the chosen one', '', 'medium', { chosen: 'medium' }],
      ['Arrow Right goes on', 'ArrowRight', 'large', { chosen: 'large' }],
      ['Arrow Right goes from the last to the first', 'ArrowRight ArrowRight', 'small', { chosen: 'small' }],
      ['Arrow Left goes back', 'ArrowLeft', 'small', { chosen: 'small' }],
      ['Arrow Left goes from the first to the last', 'ArrowLeft ArrowLeft', 'large', { chosen: 'large' }],
      ['Home goes to the first', 'ArrowRight Home', 'small', { chosen: 'small' }],
      ['End goes to the last', 'End', 'large', { chosen: 'large' }],
      ['Tab goes on behind them', 'Tab', 'After', { chosen: 'medium' }],
    ],
  },
  segments: {
    part: () => (
      <Choosing<Size> start="medium">
        {(value, onChoose) => <Segments choices={sizes} chosen={value} onChoose={onChoose} label="Size" />}
      </Choosing>
    ),
    readState: () => ({ chosen: markedAs('aria-checked').join() }),
    rows: [
      ['Tab reaches the chosen one', '', 'medium', { chosen: 'medium' }],
      ['Arrow Right chooses the next', 'ArrowRight', 'large', { chosen: 'large' }],
      ['Arrow Down goes from the last to the first', 'ArrowDown ArrowDown', 'small', { chosen: 'small' }],
      ['Arrow Left chooses the one before', 'ArrowLeft', 'small', { chosen: 'small' }],
      ['Arrow Up goes from the first to the last', 'ArrowUp ArrowUp', 'large', { chosen: 'large' }],
      ['Tab goes on behind them', 'Tab', 'After', { chosen: 'medium' }],
    ],
  },
  'radio group': {
    part: () => (
      <ControlledField<Size> start="medium">
        {(binding) => <RadioGroup {...binding} label="Size" choices={sizes} />}
      </ControlledField>
    ),
    readState: () => ({ chosen: ticked().join() }),
    rows: [
      ['Tab reaches the chosen one', '', 'medium', { chosen: 'medium' }],
      ['Arrow Down chooses the next', 'ArrowDown', 'large', { chosen: 'large' }],
      ['Arrow Right goes from the last to the first', 'ArrowRight ArrowRight', 'small', { chosen: 'small' }],
      ['Arrow Up chooses the one before', 'ArrowUp', 'small', { chosen: 'small' }],
      ['Arrow Left goes from the first to the last', 'ArrowLeft ArrowLeft', 'large', { chosen: 'large' }],
      ['Tab goes on behind them', 'Tab', 'After', { chosen: 'medium' }],
    ],
  },
  switch: {
    part: () => (
      <ControlledField start={false}>{(binding) => <Toggle {...binding} label="Notify" />}</ControlledField>
    ),
    readState: () => ({ on: ticked().join() }),
    rows: [
      ['Tab reaches it', '', 'Notify', { on: '' }],
      ['Space turns it on', 'Space', 'Notify', { on: 'Notify' }],
      ['Space turns it off again', 'Space Space', 'Notify', { on: '' }],
    ],
  },
  'date picker': {
    part: () => (
      <ControlledField<string | null> start="2026-03-31">
        {(binding) => <DateField {...binding} label="Day" from="2026-02-10" until="2027-04-05" />}
      </ControlledField>
    ),
    readState: () => ({ open: isShown('grid'), value: valueOf('textbox') }),
    rows: [
      ['Tab reaches the field without opening it', '', 'Day', { open: false, value: '31 Mar 2026' }],
      ['Arrow Down opens the month at the day', 'ArrowDown', '31 Mar 2026', { open: true }],
      ['Alt and Arrow Down opens it', 'Alt+ArrowDown', '31 Mar 2026', { open: true }],
      ['Arrow Right goes to the next day', 'ArrowDown ArrowRight', '1 Apr 2026'],
      ['Arrow Left goes to the day before', 'ArrowDown ArrowLeft', '30 Mar 2026'],
      ['Arrow Down goes to the next week', 'ArrowDown ArrowDown', '7 Apr 2026'],
      ['Arrow Up goes to the week before', 'ArrowDown ArrowUp', '24 Mar 2026'],
      ['Home goes to the beginning of the week', 'ArrowDown Home', '30 Mar 2026'],
      ['End goes to the end of the week', 'ArrowDown End', '5 Apr 2026'],
      [
        'Page Down goes to the next month, to its last day where it is shorter',
        'ArrowDown PageDown',
        '30 Apr 2026',
      ],
      ['Page Up goes to the month before', 'ArrowDown PageUp', '28 Feb 2026'],
      ['Shift and Page Down goes to the next year', 'ArrowDown Shift+PageDown', '31 Mar 2027'],
      ['Shift and Page Up goes to the year before', 'ArrowDown Shift+PageUp', '31 Mar 2025, too early'],
      [
        'days that cannot be chosen are gone through',
        'ArrowDown PageUp ArrowUp ArrowUp ArrowUp ArrowDown',
        '14 Feb 2026',
      ],
      [
        'and are reached, say why, and are not chosen',
        'ArrowDown PageUp ArrowUp ArrowUp ArrowUp Enter',
        '7 Feb 2026, too early',
        { open: true, value: '31 Mar 2026' },
      ],
      ['Enter chooses', 'ArrowDown ArrowRight Enter', 'Day', { open: false, value: '1 Apr 2026' }],
      ['Space chooses', 'ArrowDown ArrowRight Space', 'Day', { open: false, value: '1 Apr 2026' }],
      [
        'Esc closes it and chooses nothing',
        'ArrowDown ArrowRight Escape',
        'Day',
        { open: false, value: '31 Mar 2026' },
      ],
      ['Shift and Tab goes to the months', 'ArrowDown Shift+Tab', 'Next month', { open: true }],
      ['the months turn by their buttons', 'ArrowDown Shift+Tab Enter Tab', '30 Apr 2026', { open: true }],
    ],
  },
  tooltip: {
    part: () => (
      <Tooltip text="Prints the label">
        <button type="button">Print</button>
      </Tooltip>
    ),
    readState: () => ({ shown: document.querySelector(':popover-open')?.textContent ?? '' }),
    rows: [
      ['the focus shows it', '', 'Print', { shown: 'Prints the label' }],
      ['Esc hides it and leaves the focus', 'Escape', 'Print', { shown: '' }],
      ['Tab hides it', 'Tab', 'After', { shown: '' }],
    ],
  },
}

describeKeys(widgets, () => (chosen.length = 0))

describe('tooltips', () => {
  afterEach(cleanUp)

  it('appear after a delay on mouse hover and disappear with it', async () => {
    await show(
      <Tooltip text="Prints the label">
        <button type="button">Print</button>
      </Tooltip>,
    )
    await userEvent.hover(page.getByRole('button', { name: 'Print' }))
    await expect.poll(() => document.querySelector(':popover-open')?.textContent).toBe('Prints the label')
    await userEvent.unhover(page.getByRole('button', { name: 'Print' }))
    await expect.poll(() => document.querySelector(':popover-open')).toBe(null)
  })
})
