import { Problem } from '@waybill/domain/kit/problem'
import { useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LineChart } from '../chart/Chart.tsx'
import { FieldSkippingContext } from '../form/field-skipping.ts'
import { TextField } from '../form/TextField.tsx'
import { TimeWindow } from '../form/dates/TimeWindow.tsx'
import { Checkbox, RadioGroup, Tick, Toggle } from '../form/choices/Choices.tsx'
import { ClockField } from '../form/dates/ClockField.tsx'
import { DateField } from '../form/dates/DateField.tsx'
import { SelectField } from '../form/choices/SelectField.tsx'
import { describeKeys, type Widget } from '../sample-keyboard.tsx'
import { ControlledField, Opens, press, show, cleanUp } from '../sample-page.tsx'
import { confirmAction, showAlert } from '../layers/alerts.ts'
import { toast } from '../layers/toasts.ts'
import { ActionButton, Button } from './buttons/Button.tsx'
import { Menu } from './layers/Menu.tsx'
import { Modal } from './layers/Modal.tsx'
import { Segments, Tabs } from './page-layout/Tabs.tsx'
import { Tooltip } from './layers/Tooltip.tsx'

const chosen: string[] = []
const choose = (what: string) => () => void chosen.push(what)
const isShown = (role: 'menu' | 'listbox' | 'dialog' | 'grid') => page.getByRole(role).query() !== null
const valueOf = (role: 'combobox' | 'textbox') => (page.getByRole(role).element() as HTMLInputElement).value
const markedAs = (attribute: string) =>
  [...document.querySelectorAll(`[${attribute}=true]`)].map((one) => one.textContent)
const describedBy = (element: Element | null) =>
  document.getElementById(element?.getAttribute('aria-describedby') ?? '')?.textContent
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

function PinnedField() {
  const [isPinned, setPinned] = useState(false)
  return (
    <FieldSkippingContext
      value={{ pinned: new Set(isPinned ? ['field'] : []), onPin: () => setPinned(!isPinned) }}
    >
      <ControlledField start="">
        {(binding) => <TextField {...binding} label="Note" optional />}
      </ControlledField>
    </FieldSkippingContext>
  )
}

const released_pin = 'button "Stop at Note", (Tab and Enter skip this field)'
const pressed_pin = 'button "Stop at Note", pressed, (Tab and Enter stop at this field)'

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
      ['Tab reaches its button', '', 'More', { announced: 'button "More", collapsed, opens a menu' }],
      [
        'Enter opens it at its first item',
        'Enter',
        'Print',
        { open: true, announced: 'menuitem "Print", in menu "More"' },
      ],
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
        { open: true, chosen: '', announced: 'menuitem "Post Not paid.", disabled, in menu "More"' },
      ],
      ['Esc closes it, and the focus is on its button', 'Enter Escape', 'More', { open: false, chosen: '' }],
      ['Tab closes it and goes on', 'Enter Tab', 'After', { open: false }],
      ['Shift and Tab closes it and goes back', 'Enter Shift+Tab', 'Before', { open: false }],
    ],
  },
  'menu button that is busy': {
    part: () => (
      <Menu label="Export" entries={[{ label: 'As CSV', onSelect: choose('As CSV') }]}>
        {(trigger) => (
          <Button {...trigger} busy>
            Export
          </Button>
        )}
      </Menu>
    ),
    readState: () => ({ open: isShown('menu') }),
    rows: [
      ['Tab reaches it', '', 'Export', { announced: 'button "Export", collapsed, disabled, opens a menu' }],
      ['Enter opens nothing', 'Enter', 'Export', { open: false }],
      ['Arrow Down opens nothing', 'ArrowDown', 'Export', { open: false }],
    ],
  },
  button: {
    part: () => <Button onClick={choose('Save')}>Save</Button>,
    readState: () => ({ chosen: chosen.join() }),
    rows: [
      ['Tab reaches it', '', 'Save', { announced: 'button "Save"' }],
      ['Enter presses it', 'Enter', 'Save', { chosen: 'Save' }],
      ['Space presses it', 'Space', 'Save', { chosen: 'Save' }],
    ],
  },
  'button that cannot be pressed': {
    part: () => (
      <ActionButton verdict={new Problem('wrong_state', 'Not paid.')} onClick={choose('Release')}>
        Release
      </ActionButton>
    ),
    readState: () => ({ chosen: chosen.join() }),
    rows: [
      [
        'Tab reaches it and the reason is its description',
        '',
        'Release',
        { announced: 'button "Release", disabled, (Not paid.)' },
      ],
      ['Enter does nothing', 'Enter', 'Release', { chosen: '' }],
      ['Space does nothing', 'Space', 'Release', { chosen: '' }],
    ],
  },
  'toggle button': {
    part: () => <PinnedField />,
    rows: [
      ['Tab reaches it', '', 'Stop at Note', { announced: released_pin }],
      ['Enter presses it', 'Enter', 'Stop at Note', { announced: pressed_pin }],
      ['Space presses it', 'Space', 'Stop at Note', { announced: pressed_pin }],
      ['Space releases it again', 'Space Space', 'Stop at Note', { announced: released_pin }],
    ],
  },
  'check box': {
    part: () => (
      <ControlledField start={false}>
        {(binding) => <Checkbox {...binding} label="Fragile" />}
      </ControlledField>
    ),
    rows: [
      ['Tab reaches it', '', 'Fragile', { announced: 'checkbox "Fragile"' }],
      ['Space ticks it', 'Space', 'Fragile', { announced: 'checkbox "Fragile", checked' }],
      ['Space clears it again', 'Space Space', 'Fragile', { announced: 'checkbox "Fragile"' }],
    ],
  },
  'check box of three states': {
    part: () => (
      <Choosing<'some' | 'all' | 'none'> start="some">
        {(value, onChoose) => (
          <Tick
            label="All rows"
            checked={value === 'all'}
            some={value === 'some'}
            onChange={(isOn) => onChoose(isOn ? 'all' : 'none')}
          />
        )}
      </Choosing>
    ),
    rows: [
      ['Tab reaches it', '', 'All rows', { announced: 'checkbox "All rows", mixed' }],
      ['Space ticks all', 'Space', 'All rows', { announced: 'checkbox "All rows", checked' }],
      ['Space clears all', 'Space Space', 'All rows', { announced: 'checkbox "All rows"' }],
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
      [
        'Tab reaches it without opening it',
        '',
        'City',
        { open: false, value: 'Durban', announced: 'combobox "City", collapsed' },
      ],
      [
        'Arrow Down opens it at what is chosen',
        'ArrowDown',
        'Durban',
        { open: true, announced: 'option "Durban", selected, in listbox "City"' },
      ],
      ['Arrow Up opens it at what is chosen', 'ArrowUp', 'Durban', { open: true }],
      ['Alt and Arrow Down opens it', 'Alt+ArrowDown', 'Durban', { open: true }],
      ['Arrow Down goes on', 'ArrowDown ArrowDown', 'East London', { open: true }],
      ['Arrow Up goes back', 'ArrowDown ArrowUp', 'Cape Town', { open: true }],
      ['Page Down goes to the last of a short list', 'ArrowDown PageDown', 'George', { open: true }],
      ['Page Up goes to the first of a short list', 'ArrowDown PageUp', 'Cape Town', { open: true }],
      ['Enter chooses', 'ArrowDown ArrowUp Enter', 'City', { open: false, value: 'Cape Town' }],
      [
        'Enter leaves what cannot be chosen',
        'ArrowDown ArrowDown Enter',
        'East London',
        { open: true, announced: 'option "East London", disabled, in listbox "City"' },
      ],
      ['Home moves the caret and leaves the list', 'ArrowDown Home', 'Durban', { open: true }],
      ['End moves the caret and leaves the list', 'ArrowDown End', 'Durban', { open: true }],
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
      [
        'Tab reaches the chosen one',
        '',
        'medium',
        { chosen: 'medium', announced: 'tab "medium", selected, in tablist "Size"' },
      ],
      ['Arrow Right goes on', 'ArrowRight', 'large', { chosen: 'large' }],
      ['Arrow Right goes from the last to the first', 'ArrowRight ArrowRight', 'small', { chosen: 'small' }],
      ['Arrow Left goes back', 'ArrowLeft', 'small', { chosen: 'small' }],
      ['Arrow Left goes from the first to the last', 'ArrowLeft ArrowLeft', 'large', { chosen: 'large' }],
      ['Home goes to the first', 'ArrowRight Home', 'small', { chosen: 'small' }],
      ['End goes to the last', 'End', 'large', { chosen: 'large' }],
      ['Tab goes on behind them', 'Tab', 'After', { chosen: 'medium' }],
      ['Alt and Arrow Left is left to the browser', 'Alt+ArrowLeft', 'medium', { chosen: 'medium' }],
    ],
  },
  'tabs of which none is chosen': {
    part: () => (
      <Choosing<Size | ''> start="">
        {(value, onChoose) => (
          <Tabs<Size | ''> tabs={sizes} chosen={value} onChoose={onChoose} label="Size" />
        )}
      </Choosing>
    ),
    rows: [
      ['Tab reaches the first', '', 'small', { announced: 'tab "small", in tablist "Size"' }],
      ['Arrow Right chooses the second', 'ArrowRight', 'medium'],
      ['Arrow Left chooses the last', 'ArrowLeft', 'large'],
      [
        'Space chooses the first',
        'Space',
        'small',
        { announced: 'tab "small", selected, in tablist "Size"' },
      ],
    ],
  },
  'controls beside tabs': {
    part: () => (
      <Choosing<'changed' | 'reset'> start="changed">
        {(value, onChoose) => (
          <Tabs
            tabs={sizes}
            chosen="medium"
            onChoose={choose('size')}
            label="Size"
            end={value === 'changed' && <Button onClick={() => onChoose('reset')}>Reset</Button>}
          />
        )}
      </Choosing>
    ),
    rows: [
      ['Tab reaches them behind the tabs', 'Tab', 'Reset'],
      ['the focus goes to the chosen tab when the pressed one disappears', 'Tab Enter', 'medium'],
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
      [
        'Tab reaches the chosen one',
        '',
        'medium',
        { chosen: 'medium', announced: 'radio "medium", checked, in radiogroup "Size"' },
      ],
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
      [
        'Tab reaches the chosen one',
        '',
        'medium',
        { chosen: 'medium', announced: 'radio "medium", checked, in radiogroup "Size"' },
      ],
      ['Arrow Down chooses the next', 'ArrowDown', 'large', { chosen: 'large' }],
      ['Arrow Right goes from the last to the first', 'ArrowRight ArrowRight', 'small', { chosen: 'small' }],
      ['Arrow Up chooses the one before', 'ArrowUp', 'small', { chosen: 'small' }],
      ['Arrow Left goes from the first to the last', 'ArrowLeft ArrowLeft', 'large', { chosen: 'large' }],
      ['Tab goes on behind them', 'Tab', 'After', { chosen: 'medium' }],
    ],
  },
  'segments of which none is chosen': {
    part: () => (
      <Choosing<Size | ''> start="">
        {(value, onChoose) => (
          <Segments<Size | ''> choices={sizes} chosen={value} onChoose={onChoose} label="Size" />
        )}
      </Choosing>
    ),
    readState: () => ({ chosen: markedAs('aria-checked').join() }),
    rows: [
      ['Tab reaches the first', '', 'small', { chosen: '' }],
      ['Space chooses the first', 'Space', 'small', { chosen: 'small' }],
      ['Arrow Right chooses the second', 'ArrowRight', 'medium', { chosen: 'medium' }],
    ],
  },
  switch: {
    part: () => (
      <ControlledField start={false}>{(binding) => <Toggle {...binding} label="Notify" />}</ControlledField>
    ),
    readState: () => ({ on: ticked().join() }),
    rows: [
      ['Tab reaches it', '', 'Notify', { on: '', announced: 'switch "Notify"' }],
      ['Space turns it on', 'Space', 'Notify', { on: 'Notify', announced: 'switch "Notify", checked' }],
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
      [
        'Tab reaches the field without opening it',
        '',
        'Day',
        { open: false, value: '31 Mar 2026', announced: 'textbox "Day", opens a dialog' },
      ],
      [
        'Arrow Down opens the month at the day',
        'ArrowDown',
        '31 Mar 2026',
        { open: true, announced: 'button "31 Mar 2026", in grid "Mar 2026"' },
      ],
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
        {
          open: true,
          value: '31 Mar 2026',
          announced: 'button "7 Feb 2026, too early", disabled, in grid "Feb 2026"',
        },
      ],
      ['Enter chooses', 'ArrowDown ArrowRight Enter', 'Day', { open: false, value: '1 Apr 2026' }],
      ['Space chooses', 'ArrowDown ArrowRight Space', 'Day', { open: false, value: '1 Apr 2026' }],
      [
        'Esc closes it and chooses nothing',
        'ArrowDown ArrowRight Escape',
        'Day',
        { open: false, value: '31 Mar 2026' },
      ],
      [
        'Shift and Tab goes to the months',
        'ArrowDown Shift+Tab',
        'Next month',
        { open: true, announced: 'button "Next month", in dialog "Day"' },
      ],
      ['Tab goes from the days to the first control of the calendar', 'ArrowDown Tab', 'Previous month'],
      ['Shift and Tab goes from there to the days', 'ArrowDown Tab Shift+Tab', '31 Mar 2026', { open: true }],
      ['the months turn by their buttons', 'ArrowDown Shift+Tab Enter Tab', '30 Apr 2026', { open: true }],
    ],
  },
  'time window': {
    part: () => (
      <ControlledField start={{ from: '08:00', to: '10:00' }}>
        {(binding) => <TimeWindow {...binding} label="Collection" />}
      </ControlledField>
    ),
    readState: () => ({
      value: [...document.querySelectorAll('select')].map((one) => one.value).join(' to '),
    }),
    rows: [
      ['Tab reaches the beginning', '', 'Collection from', { announced: 'combobox "Collection from"' }],
      ['Arrow Down takes the next time', 'ArrowDown', 'Collection from', { value: '08:30 to 10:00' }],
      ['Arrow Up takes the time before', 'ArrowUp', 'Collection from', { value: '07:30 to 10:00' }],
      ['Tab goes on to the end', 'Tab ArrowDown', 'Collection to', { value: '08:00 to 10:30' }],
      ['Tab goes on behind it', 'Tab Tab', 'After'],
    ],
  },
  dialog: {
    part: () => (
      <Opens button="Open">
        {(close) => (
          <Modal title="Return" onClose={close} footer={<Button onClick={close}>Save</Button>}>
            <ControlledField start="">
              {(binding) => <TextField {...binding} label="Reason" />}
            </ControlledField>
          </Modal>
        )}
      </Opens>
    ),
    readState: () => ({
      modal: document.querySelector('dialog')?.getAttribute('aria-modal'),
    }),
    rows: [
      [
        'the focus moves to its first field',
        'Enter',
        'Reason',
        { modal: 'true', announced: 'textbox "Reason", in dialog "Return"' },
      ],
      ['Tab goes on', 'Enter Tab', 'Save'],
      ['Tab goes from the last to the first', 'Enter Tab Tab', 'Close'],
      ['Shift and Tab goes from the first to the last', 'Enter Shift+Tab Shift+Tab', 'Save'],
      ['Esc closes it, and the focus is on its opener', 'Enter Escape', 'Open', { modal: undefined }],
      [
        'its button closes it, and the focus is on its opener',
        'Enter Tab Enter',
        'Open',
        { modal: undefined },
      ],
    ],
  },
  'alert dialog': {
    part: () => (
      <Button
        onClick={async () => {
          const isSure = await confirmAction({
            title: 'Remove the note?',
            body: 'It is gone then.',
            confirm: 'Remove',
            cancel: 'Keep',
            danger: true,
          })
          chosen.push(isSure ? 'removed' : 'kept')
        }}
      >
        Open
      </Button>
    ),
    readState: () => ({
      chosen: chosen.join(),
      description: describedBy(page.getByRole('alertdialog').query()),
    }),
    rows: [
      [
        'the focus moves to what changes nothing, and the consequence is its description',
        'Enter',
        'Keep',
        { announced: 'button "Keep", in alertdialog "Remove the note?"', description: 'It is gone then.' },
      ],
      ['Tab goes on', 'Enter Tab', 'Remove'],
      ['Tab stays inside', 'Enter Tab Tab', 'Close'],
      ['Enter presses what has the focus', 'Enter Enter', 'Open', { chosen: 'kept' }],
      ['Enter confirms on the other button', 'Enter Tab Enter', 'Open', { chosen: 'removed' }],
      ['Esc changes nothing, and the focus is on its opener', 'Enter Escape', 'Open', { chosen: 'kept' }],
    ],
  },
  'details of an alert': {
    part: () => (
      <Button onClick={() => void showAlert({ title: 'Failed', variant: 'error', details: 'Request r-1' })}>
        Open
      </Button>
    ),
    readState: () => ({ shown: page.getByText('Request r-1').query()?.checkVisibility() }),
    rows: [
      ['Tab reaches them', 'Enter Shift+Tab', 'Details', { shown: false }],
      ['Enter displays them', 'Enter Shift+Tab Enter', 'Details', { shown: true }],
      ['Space displays them', 'Enter Shift+Tab Space', 'Details', { shown: true }],
      ['Enter hides them again', 'Enter Shift+Tab Enter Enter', 'Details', { shown: false }],
    ],
  },
  toast: {
    part: () => (
      <Button onClick={() => toast.success('Removed', { undo: choose('Undo'), autoHide: 600_000 })}>
        Remove
      </Button>
    ),
    readState: () => ({
      chosen: chosen.join(),
      shown: page.getByRole('status').filter({ hasText: 'Removed' }).query() !== null,
    }),
    rows: [
      ['it leaves the focus where it is', 'Enter', 'Remove', { shown: true }],
      ['Tab reaches its button', 'Enter Tab Tab', 'Undo', { announced: 'button "Undo"' }],
      [
        'Enter presses its button, and the focus is where it was before',
        'Enter Tab Tab Enter',
        'After',
        { shown: false, chosen: 'Undo' },
      ],
      [
        'its other button closes it, and the focus is where it was before',
        'Enter Tab Tab Tab Enter',
        'After',
        { shown: false, chosen: '' },
      ],
      ['Esc closes it and leaves the focus', 'Enter Escape', 'Remove', { shown: false }],
    ],
  },
  chart: {
    part: () => (
      <LineChart
        summary="Parcels of a day"
        labels={['Mon', 'Tue', 'Wed']}
        series={[{ name: 'Parcels', values: [3, 5, 8] }]}
        format={String}
      />
    ),
    readState: () => ({ read: document.querySelector('p[aria-live=polite]')?.textContent }),
    rows: [
      ['Tab reaches it', '', 'Chart: Parcels of a day', { announced: 'group "Chart: Parcels of a day"' }],
      ['Arrow Left reads the last value', 'ArrowLeft', 'Chart: Parcels of a day', { read: 'WedParcels: 8' }],
      ['Arrow Left goes back', 'ArrowLeft ArrowLeft', 'Chart: Parcels of a day', { read: 'TueParcels: 5' }],
      [
        'Arrow Right goes on',
        'ArrowLeft ArrowLeft ArrowLeft ArrowRight',
        'Chart: Parcels of a day',
        { read: 'TueParcels: 5' },
      ],
      ['Tab goes on behind it', 'ArrowLeft Tab', 'After', { read: 'Parcels' }],
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
      [
        'the focus shows it',
        '',
        'Print',
        { shown: 'Prints the label', announced: 'button "Print", (Prints the label)' },
      ],
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

  it('close on Esc while the pointer is over an element without the focus', async () => {
    await show(
      <Tooltip text="Prints the label">
        <button type="button">Print</button>
      </Tooltip>,
    )
    await userEvent.hover(page.getByRole('button', { name: 'Print' }))
    await expect.poll(() => document.querySelector(':popover-open')?.textContent).toBe('Prints the label')
    await press('Escape')
    await expect.poll(() => document.querySelector(':popover-open')).toBe(null)
  })
})
