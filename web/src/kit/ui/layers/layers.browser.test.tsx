import { useRef, useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DateField } from '../../form/dates/DateField.tsx'
import { SelectField } from '../../form/choices/SelectField.tsx'
import { standaloneField } from '../../form/FieldFrame.tsx'
import { TextArea, TextField } from '../../form/TextField.tsx'
import { confirmAction, showAlert } from '../../layers/alerts.ts'
import { toast } from '../../layers/toasts.ts'
import { startScanListener, useScan } from '../../scan/use-scan.ts'
import { axeViolations, focused, ControlledField, Opens, press, show, cleanUp } from '../../sample-page.tsx'
import { Button } from '../buttons/Button.tsx'
import { Menu } from './Menu.tsx'
import { Drawer, Modal, type ModalProps } from './Modal.tsx'
import { Popover } from './Popover.tsx'

afterEach(cleanUp)

const cities = ['Cape Town', 'Durban', 'Gqeberha'].map((label) => ({ value: label, label }))

function City() {
  return (
    <ControlledField<string | null> start={null}>
      {(binding) => <SelectField {...binding} label="City" options={cities} />}
    </ControlledField>
  )
}

function Note() {
  return <ControlledField start="">{(binding) => <TextField {...binding} label="Note" />}</ControlledField>
}

function Day() {
  return (
    <ControlledField<string | null> start="2026-03-04">
      {(binding) => <DateField {...binding} label="Day" />}
    </ControlledField>
  )
}

/** A button that opens a popover with the given content. */
function Box({ label, children }: { label: string; children: ReactNode }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={anchor} onClick={() => setOpen(!isOpen)}>
        {`Open ${label}`}
      </Button>
      {isOpen && (
        <Popover anchor={anchor} onClose={() => setOpen(false)} label={label}>
          {children}
        </Popover>
      )}
    </>
  )
}

function Dialog({ of: Kind = Modal, ...props }: Partial<ModalProps> & { of?: typeof Modal | typeof Drawer }) {
  return (
    <Opens button="Open">
      {(close) => (
        <Kind title="Edit" onClose={close} footer={<Button onClick={close}>Save</Button>} {...props}>
          {props.children ?? <Note />}
        </Kind>
      )}
    </Opens>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const alert = () => page.getByRole('alertdialog')

/** Opens a layer with its button and the keyboard. */
async function open(name: string): Promise<void> {
  button(name).element().focus()
  await press('Enter')
}

/** Clicks near the right edge of the window, outside of any layer. */
function pressBeside(): Promise<void> {
  return userEvent.click(page.elementLocator(document.documentElement), {
    position: { x: 1000, y: 400 },
    force: true,
  })
}

describe('dialogs', () => {
  const kinds = [
    ['modal', Modal],
    ['drawer', Drawer],
  ] as const

  it.each(kinds)(
    '%s moves the focus to the first field, keeps it inside and returns it to the button',
    async (_, Kind) => {
      await show(<Dialog of={Kind} />)
      await open('Open')
      await expect.poll(focused).toBe('Note')
      await press('Tab')
      expect(focused()).toBe('Save')
      await press('Tab')
      expect(focused()).toBe('Close')
      await press('Shift+Tab')
      expect(focused()).toBe('Save')
      await press('Escape')
      await expect.element(dialog('Edit')).not.toBeInTheDocument()
      expect(focused()).toBe('Open')
    },
  )

  it('makes the page behind inert and has no accessibility violations', async () => {
    await show(
      <>
        <Dialog />
        <button type="button">Behind</button>
      </>,
    )
    const behind = button('Behind').element() as HTMLElement
    await open('Open')
    await expect.element(dialog('Edit')).toBeVisible()
    behind.focus()
    expect(document.activeElement).not.toBe(behind)
    const at = behind.getBoundingClientRect()
    expect(behind.contains(document.elementFromPoint(at.x + 2, at.y + 2))).toBe(false)
    expect(await axeViolations()).toEqual([])
  })

  const typed = [
    ['Esc', () => press('Escape')],
    ['Esc pressed again and again', () => press('Escape', 'Escape', 'Escape')],
    ['the scrim', pressBeside],
  ] as const
  it.each(typed)('stays open on %s after text was typed', async (_, leave) => {
    await show(<Dialog />)
    await open('Open')
    await userEvent.keyboard('fragile')
    await leave()
    await expect.element(dialog('Edit')).toBeVisible()
    await expect.element(page.getByLabelText('Note')).toHaveValue('fragile')
  })

  it('closes on a press outside while nothing was typed', async () => {
    await show(<Dialog />)
    await open('Open')
    await expect.element(dialog('Edit')).toBeVisible()
    await pressBeside()
    await expect.element(dialog('Edit')).not.toBeInTheDocument()
  })

  it('has no close button and ignores Esc when it is not closable', async () => {
    await show(<Dialog closable={false} />)
    await open('Open')
    await press('Escape', 'Escape', 'Escape')
    await expect.element(dialog('Edit')).toBeVisible()
    await expect.element(button('Close')).not.toBeInTheDocument()
  })

  it('keeps Tab inside when the last control is a radio group', async () => {
    await show(
      <Dialog footer={null}>
        <Note />
        <label>
          <input type="radio" name="size" defaultChecked />
          Small
        </label>
        <label>
          <input type="radio" name="size" />
          Large
        </label>
      </Dialog>,
    )
    await open('Open')
    await expect.poll(focused).toBe('Note')
    await press('Tab')
    expect(focused()).toBe('Small')
    await press('Tab')
    expect(focused()).toBe('Close')
  })
})

describe('Esc with nested layers', () => {
  const nested = [
    [
      'a list in a box',
      <Box label="Outer" children={<City />} />,
      ['Open Outer'],
      'Outer',
      'ArrowDown',
      'listbox',
    ],
    [
      'a calendar in a box',
      <Box label="Outer" children={<Day />} />,
      ['Open Outer'],
      'Outer',
      'ArrowDown',
      'Day',
    ],
    [
      'a box in a box',
      <Box label="Outer" children={<Box label="Inner" children={<Button>Done</Button>} />} />,
      ['Open Outer'],
      'Outer',
      'Enter',
      'Inner',
    ],
    ['a list in a dialog', <Dialog children={<City />} />, ['Open'], 'Edit', 'ArrowDown', 'listbox'],
    ['a calendar in a dialog', <Dialog children={<Day />} />, ['Open'], 'Edit', 'ArrowDown', 'Day'],
    [
      'a box in a dialog',
      <Dialog footer={<Box label="Inner" children={<Button>Done</Button>} />} children="Nothing to type" />,
      ['Open'],
      'Edit',
      'Enter',
      'Inner',
    ],
  ] as const
  it.each(nested)(
    'closes only the innermost layer for %s',
    async (_, content, buttons, outer, key, inner) => {
      await show(content)
      for (const name of buttons) await open(name)
      await expect.element(dialog(outer)).toBeVisible()
      await press(key)
      const innermost = inner === 'listbox' ? page.getByRole('listbox') : dialog(inner)
      await expect.element(innermost).toBeVisible()
      await press('Escape')
      await expect.element(innermost).not.toBeInTheDocument()
      await expect.element(dialog(outer)).toBeVisible()
      await press('Escape')
      await expect.element(dialog(outer)).not.toBeInTheDocument()
      expect(focused()).toBe(buttons[0])
    },
  )

  it('[SHELL-075] [SHELL-076] [SHELL-077] an alert has title, body, buttons and the colour and icon of its kind', async () => {
    await show(<Note />)
    const looks = new Map<string, string>()
    for (const variant of ['general', 'info', 'success', 'warning', 'error'] as const) {
      const answer = showAlert({
        title: `Kind ${variant}`,
        body: 'Issued invoices cannot be taken back.',
        variant,
        confirm: 'Issue',
        cancel: 'Not now',
      })
      await expect.element(page.getByRole('alertdialog', { name: `Kind ${variant}` })).toBeVisible()
      await expect.element(page.getByText('Issued invoices cannot be taken back.')).toBeVisible()
      await expect.element(button('Not now')).toBeVisible()
      const icon = alert().element().querySelector('svg')
      if (icon) looks.set(icon.innerHTML, getComputedStyle(icon).color)
      await userEvent.click(button('Issue'))
      expect(await answer).toBe(true)
      await expect.element(alert()).not.toBeInTheDocument()
    }
    expect([looks.size, new Set(looks.values()).size]).toEqual([5, 5])
  })

  it('closes only an alert above a dialog and returns the focus to the dialog', async () => {
    await show(<Dialog />)
    await open('Open')
    await expect.poll(focused).toBe('Note')
    void showAlert({ title: 'Not saved', variant: 'error' })
    await expect.element(alert()).toBeVisible()
    await press('Escape')
    await expect.element(alert()).not.toBeInTheDocument()
    await expect.element(dialog('Edit')).toBeVisible()
    expect(focused()).toBe('Note')
  })

  it('closes only an alert above a popover, which stays open on a press in the alert', async () => {
    await show(
      <Box label="Outer">
        <Button onClick={() => void confirmAction({ title: 'Sure?', confirm: 'Remove', cancel: 'Leave it' })}>
          Ask
        </Button>
      </Box>,
    )
    await open('Open Outer')
    await press('Enter')
    await expect.element(alert()).toBeVisible()
    await press('Escape')
    await expect.element(alert()).not.toBeInTheDocument()
    await expect.element(dialog('Outer')).toBeVisible()
    await press('Enter')
    await userEvent.click(button('Remove'))
    await expect.element(alert()).not.toBeInTheDocument()
    await expect.element(dialog('Outer')).toBeVisible()
    expect(focused()).toBe('Ask')
  })
})

describe('popovers', () => {
  it('close on a press outside and on leaving with Tab, but not on a press inside', async () => {
    await show(
      <>
        <Box label="Inside">
          <p>Words</p>
          <Button>First</Button>
        </Box>
        <Button>After</Button>
      </>,
    )
    await open('Open Inside')
    await expect.poll(focused).toBe('First')
    await userEvent.click(page.getByText('Words'))
    await expect.element(dialog('Inside')).toBeVisible()
    await pressBeside()
    await expect.element(dialog('Inside')).not.toBeInTheDocument()
    await open('Open Inside')
    await expect.poll(focused).toBe('First')
    await press('Shift+Tab')
    expect(focused()).toBe('Open Inside')
    await expect.element(dialog('Inside')).toBeVisible()
    await press('Tab', 'Tab')
    await expect.element(dialog('Inside')).not.toBeInTheDocument()
    expect(focused()).toBe('After')
  })

  it('close on a second press of their button', async () => {
    await show(<Box label="Inside" children={<Button>First</Button>} />)
    await userEvent.click(button('Open Inside'))
    await expect.element(dialog('Inside')).toBeVisible()
    await userEvent.click(button('Open Inside'))
    await expect.element(dialog('Inside')).not.toBeInTheDocument()
  })
})

describe('messages above a dialog', () => {
  it('displays and announces a toast above a dialog, with a working button', async () => {
    let undone = 0
    await show(<Dialog />)
    await open('Open')
    await expect.element(dialog('Edit')).toBeVisible()
    toast.success('Label printed', { undo: () => (undone += 1) })
    await expect.element(page.getByRole('status').filter({ hasText: 'Label printed' })).toBeVisible()
    await userEvent.click(button('Undo'))
    expect(undone).toBe(1)
    await expect.element(dialog('Edit')).toBeVisible()
  })

  it('keeps an earlier toast visible and closes the dialog before the toast on Esc', async () => {
    await show(<Dialog children="Nothing to type" />)
    toast.info('Parcel received', { autoHide: 60_000 })
    await open('Open')
    await expect.element(dialog('Edit')).toBeVisible()
    const message = page.getByText('Parcel received')
    await expect.element(message).toBeVisible()
    const at = message.element().getBoundingClientRect()
    const shown = document.elementFromPoint(at.x + 5, at.y + 5)
    expect(message.element().parentElement?.contains(shown)).toBe(true)
    await press('Escape')
    await expect.element(dialog('Edit')).not.toBeInTheDocument()
    await expect.element(message).toBeVisible()
    await press('Escape')
    await expect.element(message).not.toBeInTheDocument()
  })
})

describe('scans', () => {
  it('receives scans while a dialog or a menu is open, without pressing a control there', async () => {
    const scans: string[] = []
    // Very long gaps, so that a slow machine cannot fail the test: it checks only that the keys press nothing else.
    const stop = startScanListener({ min_length: 4, mean_gap: 10_000, max_gap: 10_000, silence: null })
    function Listening() {
      useScan((code) => scans.push(code))
      return (
        <Menu label="More" entries={[{ label: 'Print', onSelect: () => scans.push('pressed') }]}>
          {(trigger) => <Button {...trigger}>More</Button>}
        </Menu>
      )
    }
    await show(
      <>
        <Listening />
        <Dialog
          children="Nothing to type"
          footer={<Button onClick={() => scans.push('pressed')}>Save</Button>}
        />
      </>,
    )
    for (const name of ['More', 'Open']) {
      await open(name)
      await userEvent.keyboard('TCG123456{Enter}')
      await expect.poll(() => scans.splice(0)).toEqual(['TCG123456'])
      await press('Escape')
    }
    stop()
  })

  it('leaves scans in focused text fields and removes them only from fields for scans of the page', async () => {
    const scans: string[] = []
    let sent = 0
    const stop = startScanListener({ min_length: 4, mean_gap: 10_000, max_gap: 10_000, silence: null })
    function Listening() {
      useScan((code) => scans.push(code))
      const [texts, setTexts] = useState<Record<string, string>>({})
      const of = (name: string) =>
        standaloneField(name, texts[name] ?? '', (text) => setTexts({ ...texts, [name]: text }))
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            sent += 1
          }}
        >
          <TextField {...of('reference')} label="Customer reference" />
          <TextArea {...of('note')} label="Note" />
          <TextField {...of('sticker')} label="Sticker" takesScans />
          <TextField {...of('parcel')} label="Parcel" takesScans="page" />
          <button type="submit">Save</button>
        </form>
      )
    }
    await show(<Listening />)
    const field = (name: string) => page.getByRole('textbox', { name })
    for (const name of ['Customer reference', 'Note', 'Sticker', 'Parcel']) {
      await userEvent.click(field(name))
      await userEvent.keyboard('PO8812345{Enter}')
    }
    await expect.element(field('Customer reference')).toHaveValue('PO8812345')
    await expect.element(field('Note')).toHaveValue('PO8812345\n')
    await expect.element(field('Sticker')).toHaveValue('PO8812345')
    await expect.element(field('Parcel')).toHaveValue('')
    expect(scans).toEqual(['PO8812345'])
    expect(sent).toBe(0)
    stop()
  })
})
