import { IconPlus, IconTruck } from '../icons/icons.ts'
import { Problem } from '@waybill/domain/kit/problem'
import { useRef, useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { ApiError } from '../api/api-error.ts'
import { Checkbox, RadioGroup, Tick, Toggle } from '../form/choices/Choices.tsx'
import { ClockField } from '../form/dates/ClockField.tsx'
import { DateField } from '../form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../form/FormPanel.tsx'
import { FileField } from '../form/FileField.tsx'
import { ImageInput } from '../form/ImageInput.tsx'
import { MergeConflicts } from '../form/merging/MergeConflicts.tsx'
import { MergingFormPanel } from '../form/merging/MergingFormPanel.tsx'
import { mergeValues } from '../form/merging/merge-edits.ts'
import { SelectField } from '../form/choices/SelectField.tsx'
import { TextArea, TextField } from '../form/TextField.tsx'
import { TimeWindow } from '../form/dates/TimeWindow.tsx'
import { MoneyField, NumberField, PhoneField } from '../form/TypedField.tsx'
import { useForm } from '../form/use-form.ts'
import { useMergingForm } from '../form/merging/use-merging-form.ts'
import { confirmAction } from '../layers/alerts.ts'
import { announce } from '../layers/announcements.ts'
import { toast } from '../layers/toasts.ts'
import { axeViolations, ControlledField, Opens, press, settled, show, cleanUp } from '../sample-page.tsx'
import { PageNotFound } from '../url/page-not-found.ts'
import { AppLink, ButtonLink } from './buttons/AppLink.tsx'
import { ActionButton, Button, IconButton } from './buttons/Button.tsx'
import { ByPosition } from './ByPosition.tsx'
import { Card, Facts } from './page-layout/Card.tsx'
import { Count } from './values/Count.tsx'
import { ErrorBoundary } from './states/ErrorBoundary.tsx'
import { FullPage } from './states/FullPage.tsx'
import { Icon } from './buttons/Icon.tsx'
import { Kbd } from './buttons/Kbd.tsx'
import { Columns, Page, Row, Stack } from './page-layout/Layout.tsx'
import { Menu } from './layers/Menu.tsx'
import { Drawer, Modal } from './layers/Modal.tsx'
import { NoteEntry } from './texts/NoteEntry.tsx'
import { Notice } from './states/Notice.tsx'
import { PartialListNotice } from './states/PartialListNotice.tsx'
import { PageHeader } from './page-layout/PageHeader.tsx'
import { PendingRecord } from './states/PendingRecord.tsx'
import { Popover } from './layers/Popover.tsx'
import { Prose, ProseLine } from './texts/Prose.tsx'
import { ScrollRegion } from './page-layout/ScrollRegion.tsx'
import { EmptyState, Loading, RegionError, Skeleton, ThinBar } from './states/States.tsx'
import { StatusBadge, type StatusFamily } from './values/StatusBadge.tsx'
import { Steps } from './page-layout/Steps.tsx'
import { Segments, Tabs } from './page-layout/Tabs.tsx'
import { Tooltip } from './layers/Tooltip.tsx'
import { Money, None, Reference, Tag, When } from './values/Value.tsx'

afterEach(cleanUp)

const nothing = (): undefined => undefined
const not_paid = new Problem('wrong_state', 'It is not paid.')
const rejected = new ApiError(500, 'server error', { request_id: 'r-1' })
const cities = ['Cape Town', 'Durban'].map((label) => ({ value: label, label }))
const sizes = (['small', 'large'] as const).map((key) => ({
  key,
  value: key,
  label: key,
  hint: `The ${key} one`,
}))
const families: readonly StatusFamily[] = ['blue', 'green', 'yellow', 'red', 'grey']

function Boxed() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={anchor} onClick={() => setOpen(true)}>
        Open
      </Button>
      {isOpen && (
        <Popover anchor={anchor} onClose={() => setOpen(false)} label="Sounds">
          <ControlledField start={false}>
            {(binding) => <Checkbox {...binding} label="Play sounds" />}
          </ControlledField>
        </Popover>
      )}
    </>
  )
}

function Form() {
  const form = useForm({
    initial: { name: '', weight: null as number | null },
    check: () => [{ field: 'name', message: 'Enter a name.' }],
  })
  return (
    <FormPanel
      form={form}
      saving={false}
      error={null}
      onSubmit={nothing}
      submit="Save changes"
      onCancel={nothing}
      note="Both are kept"
    >
      <FieldRow>
        <TextField {...form.field('name')} label="Name" hint="As on the invoice" />
        <NumberField {...form.field('weight')} label="Weight" unit="kg" optional />
      </FieldRow>
    </FormPanel>
  )
}

function MergingForm() {
  const merging = useMergingForm({
    subject: { name: 'Cape' },
    valuesOf: (subject) => subject,
    patchOf: (_, values) => values,
    merge: (base, mine, theirs) => {
      const { merged, conflicts } = mergeValues(base, mine, theirs)
      return { merged, conflicts: conflicts.map((key) => ({ key, mine: mine[key], theirs: theirs[key] })) }
    },
    readAgain: (base) => Promise.resolve(base),
    send: () => Promise.resolve(),
    refresh: () => Promise.resolve(),
    onSaved: nothing,
    labelOf: () => 'Name',
    problemsOf: () => [],
  })
  return (
    <MergingFormPanel of={merging} title="Thandi changed it too">
      <TextField {...merging.form.field('name')} label="Name" />
    </MergingFormPanel>
  )
}

function Missing(): ReactNode {
  throw new PageNotFound()
}

interface Part {
  drawn: ReactNode
  /** Runs before the check, for example to open a layer. */
  after?: () => Promise<unknown>
}

const byClick = (name: string) => () => userEvent.click(page.getByRole('button', { name, exact: true }))
const intoField = (role: 'combobox' | 'textbox') => async () => {
  ;(page.getByRole(role).element() as HTMLElement).focus()
  await press('ArrowDown')
}
const dialogParts = (
  <>
    <p>The parcel goes back to the sender.</p>
    <ControlledField start="">{(binding) => <TextField {...binding} label="Reason" />}</ControlledField>
  </>
)

const parts: Readonly<Record<string, Part>> = {
  AppLink: { drawn: <AppLink to="/shipments?status=at-hub">Shipments at the hub</AppLink> },
  ButtonLink: {
    drawn: (
      <ButtonLink to="/new" icon={IconPlus} variant="primary">
        New shipment
      </ButtonLink>
    ),
  },
  Button: {
    drawn: (
      <Row>
        <Button variant="primary">Save</Button>
        <Button variant="danger" size="sm" icon={IconTruck}>
          Cancel
        </Button>
        <Button variant="dangerFilled">Remove</Button>
        <Button variant="link">More</Button>
        <Button busy>Saving</Button>
        <ActionButton verdict={not_paid}>Release</ActionButton>
      </Row>
    ),
  },
  IconButton: { drawn: <IconButton label="Print" icon={IconTruck} reason="No printer is set up." /> },
  ByPosition: { drawn: <ByPosition of={['Left', 'Right']}>{(side) => <p>{side}</p>}</ByPosition> },
  Card: {
    drawn: (
      <Card title="Sender" note="since 2025" actions={<Button size="sm">Edit</Button>}>
        <Facts
          of={[
            ['Name', 'Fynbos Foods'],
            ['City', 'Cape Town'],
          ]}
        />
      </Card>
    ),
  },
  Count: { drawn: <Count of={1200} urgent what="unread" /> },
  ErrorBoundary: {
    drawn: (
      <ErrorBoundary name="page" notFound={<p>There is no such page.</p>}>
        <Missing />
      </ErrorBoundary>
    ),
  },
  FullPage: {
    drawn: (
      <FullPage
        title="Under maintenance"
        logo={{ src: '', name: 'Fynbos Couriers' }}
        action={<Button>Try again</Button>}
        note="Request r-1"
      >
        Please come back in an hour.
      </FullPage>
    ),
  },
  Icon: { drawn: <Icon of={IconTruck} /> },
  Kbd: { drawn: <Kbd>Ctrl</Kbd> },
  Layout: {
    drawn: (
      <Page width="detail">
        <Columns main={<Stack children="Parcels" />} side={<Row children="Charges" />} />
      </Page>
    ),
  },
  Menu: {
    drawn: (
      <Menu
        label="More"
        entries={[
          { heading: 'Papers' },
          { label: 'Print the label', icon: IconTruck, keys: 'p', onSelect: nothing },
          'separator',
          { label: 'Release', onSelect: nothing, verdict: not_paid },
          { label: 'Cancel shipment…', danger: true, onSelect: nothing },
        ]}
      >
        {(trigger) => <Button {...trigger}>Open</Button>}
      </Menu>
    ),
    after: byClick('Open'),
  },
  Modal: {
    drawn: (
      <Opens button="Open">
        {(close) => (
          <Modal
            title="Return the parcel"
            onClose={close}
            footerNote="Thandi is asked"
            footer={<Button variant="primary">Return</Button>}
          >
            {dialogParts}
          </Modal>
        )}
      </Opens>
    ),
    after: byClick('Open'),
  },
  Drawer: {
    drawn: (
      <Opens button="Open">
        {(close) => (
          <Drawer
            title="Return the parcel"
            onClose={close}
            footer={<Button variant="primary">Return</Button>}
          >
            {dialogParts}
          </Drawer>
        )}
      </Opens>
    ),
    after: byClick('Open'),
  },
  alert: {
    drawn: (
      <Button
        onClick={() =>
          void confirmAction({
            title: 'Remove the note?',
            body: 'It cannot be had back.',
            confirm: 'Remove note',
            cancel: 'Leave it',
            danger: true,
          })
        }
      >
        Open
      </Button>
    ),
    after: byClick('Open'),
  },
  toasts: {
    drawn: 'Shipments',
    after: async () => {
      announce('3 shipments')
      toast.success('Label printed', { undo: nothing, detail: 'On the printer of the counter' })
      toast.error('The last label was not printed, because the printer has no paper')
      await expect.element(page.getByRole('alert').filter({ hasText: 'no paper' })).toBeVisible()
    },
  },
  NoteEntry: {
    drawn: (
      <NoteEntry
        author="Thandi"
        at={new Date()}
        marks={<Tag>Driver</Tag>}
        text="Gate 3"
        removing={{ warning: 'It is gone then.', remove: nothing }}
      >
        <p>photo.jpg</p>
      </NoteEntry>
    ),
  },
  Notice: {
    drawn: (
      <Notice variant="warning" title="The scanner is offline." action={<Button size="sm">Try again</Button>}>
        Scans are sent later.
      </Notice>
    ),
  },
  PartialListNotice: {
    drawn: (
      <PartialListNotice
        shown={500}
        total={6_600}
        what="stops"
        rest="Filter by branch or driver to see the rest."
      />
    ),
  },
  PageHeader: {
    drawn: (
      <PageHeader
        title="Interhub manifest M-0000000042"
        count={12}
        badge={<StatusBadge family="green" label="Departed" />}
        note="Johannesburg to Cape Town"
        back={{ to: '/manifests', label: 'Manifests' }}
        actions={<IconButton label="Print" icon={IconTruck} />}
        primary={<Button variant="primary">Receive</Button>}
      />
    ),
  },
  PendingRecord: {
    drawn: (
      <PendingRecord
        name="user"
        back={{ to: '/users', label: 'Users' }}
        missing="There is no such user."
        query={{
          data: undefined,
          error: null,
          isPending: true,
          fetchStatus: 'idle',
          refetch: nothing as never,
        }}
      />
    ),
  },
  Popover: { drawn: <Boxed />, after: byClick('Open') },
  Prose: {
    drawn: (
      <>
        <Prose mayGo={() => true} text={'## Rates\n\nSee **the** [price book](/rates).\n\n- one\n- two'} />
        <ProseLine mayGo={() => false} text="Closed on *Friday*" />
      </>
    ),
  },
  ScrollRegion: {
    drawn: (
      <ScrollRegion label="Events" style={{ height: 40, overflow: 'auto' }}>
        <p style={{ height: 90 }}>Collected</p>
      </ScrollRegion>
    ),
  },
  States: {
    drawn: (
      <>
        <ThinBar active />
        <Skeleton />
        <Loading />
        <EmptyState title="Nothing here yet" icon={IconTruck} action={<Button>New shipment</Button>}>
          What is booked appears here.
        </EmptyState>
        <RegionError thrown={rejected} what="The list" onRetry={nothing} />
      </>
    ),
  },
  StatusBadge: {
    drawn: (
      <Row>
        {families.map((family) => (
          <StatusBadge key={family} family={family} label={family} />
        ))}
      </Row>
    ),
  },
  Tabs: {
    drawn: (
      <Tabs
        tabs={['Parcels', 'Events', 'Charges', 'Documents', 'Messages'].map((label, at) => ({
          key: label,
          label,
          count: at,
          changed: at === 1,
        }))}
        chosen="Events"
        onChoose={nothing}
        label="Parts of the shipment"
        end="Updated today"
      />
    ),
  },
  Steps: { drawn: <Steps of={['Booked', 'Payment', 'Label']} at={1} /> },
  Segments: { drawn: <Segments choices={sizes} chosen="small" onChoose={nothing} label="Size" /> },
  Tooltip: {
    drawn: (
      <Tooltip text="Prints the label on the printer of the counter">
        <button type="button">Print</button>
      </Tooltip>
    ),
    after: async () => {
      await press('Tab')
      await expect.poll(() => document.querySelector(':popover-open')).not.toBe(null)
    },
  },
  Value: {
    drawn: (
      <Row>
        <Money cents={123_450} />
        <When at={new Date()} />
        <Reference of="FYN-000123" copy="always" />
        <None />
      </Row>
    ),
  },
  Checkbox: {
    drawn: (
      <ControlledField<boolean> start error="Accept the terms.">
        {(binding) => <Checkbox {...binding} label="I accept the terms" hint="Version 3" />}
      </ControlledField>
    ),
  },
  Tick: { drawn: <Tick checked={false} some label="All rows" onChange={nothing} /> },
  Toggle: {
    drawn: (
      <ControlledField start={false}>
        {(binding) => <Toggle {...binding} label="Notify" off="No messages are set up." />}
      </ControlledField>
    ),
  },
  RadioGroup: {
    drawn: (
      <ControlledField<'small' | 'large'> start="small">
        {(binding) => <RadioGroup {...binding} label="Size" choices={sizes} />}
      </ControlledField>
    ),
  },
  ClockField: {
    drawn: (
      <ControlledField start="08:00">{(binding) => <ClockField {...binding} label="From" />}</ControlledField>
    ),
    after: intoField('combobox'),
  },
  DateField: {
    drawn: (
      <ControlledField<string | null> start="2026-03-31">
        {(binding) => <DateField {...binding} label="Collection day" from="2026-03-10" until="2026-04-02" />}
      </ControlledField>
    ),
    after: intoField('textbox'),
  },
  SelectField: {
    drawn: (
      <ControlledField<string | null> start="Durban">
        {(binding) => <SelectField {...binding} label="City" options={cities} clearable hint="Of the hub" />}
      </ControlledField>
    ),
    after: intoField('combobox'),
  },
  'SelectField without a match': {
    drawn: (
      <ControlledField<string | null> start={null}>
        {(binding) => <SelectField {...binding} label="City" options={cities} />}
      </ControlledField>
    ),
    after: async () => {
      await intoField('combobox')()
      await userEvent.keyboard('xyz')
    },
  },
  TextField: {
    drawn: (
      <ControlledField start="" error="Enter a name.">
        {(binding) => (
          <TextField
            {...binding}
            label="Name"
            hint="As on the invoice"
            optional
            prefix="R"
            suffix="kg"
            icon={IconTruck}
            suggestions={['Fynbos']}
          />
        )}
      </ControlledField>
    ),
  },
  TextArea: {
    drawn: (
      <ControlledField start="Fragile">
        {(binding) => (
          <TextArea {...binding} label="Note" maxLength={200} counts off="It was sent already." />
        )}
      </ControlledField>
    ),
  },
  NumberField: {
    drawn: (
      <ControlledField<number | null> start={12.5}>
        {(binding) => <NumberField {...binding} label="Weight" unit="kg" suffix="kg" />}
      </ControlledField>
    ),
  },
  MoneyField: {
    drawn: (
      <ControlledField<number | null> start={1250}>
        {(binding) => <MoneyField {...binding} label="Amount" />}
      </ControlledField>
    ),
  },
  PhoneField: {
    drawn: (
      <ControlledField start="082 123 4567">
        {(binding) => <PhoneField {...binding} label="Phone" />}
      </ControlledField>
    ),
  },
  TimeWindow: {
    drawn: (
      <ControlledField start={{ from: '08:00', to: '' }}>
        {(binding) => <TimeWindow {...binding} label="Collection" />}
      </ControlledField>
    ),
  },
  FileField: {
    drawn: <FileField label="File" accept=".csv" onChoose={nothing} />,
  },
  ImageInput: {
    drawn: (
      <label>
        Choose a picture
        <ImageInput onImage={nothing} onRejected={nothing} />
      </label>
    ),
  },
  FormPanel: { drawn: <Form />, after: byClick('Save changes') },
  MergeConflicts: {
    drawn: (
      <MergeConflicts
        title="Thandi changed it too"
        conflicts={[{ key: 'name', label: 'Name', mine: 'Cape', theirs: 'Karoo' }]}
        chosen={{}}
        onChoose={nothing}
      />
    ),
  },
  MergingFormPanel: { drawn: <MergingForm /> },
}

/** Renders a part and runs its `after` action. */
async function open({ drawn, after }: Part): Promise<void> {
  await show(drawn)
  await after?.()
  await settled()
}

/**
 * Returns what overflows: the page if it is wider than its window, and layers outside the window or with content
 * wider than themselves. Text that ends in an ellipsis is allowed.
 */
function cutOff(): string[] {
  const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : []
  const layers = [...document.querySelectorAll<HTMLElement>('[data-layer], [popover]:popover-open')]
  const outside = layers.filter((layer) => {
    const { left, right, top, bottom } = layer.getBoundingClientRect()
    return (
      left < 0 ||
      top < 0 ||
      right > window.innerWidth ||
      bottom > window.innerHeight ||
      layer.scrollWidth > layer.clientWidth
    )
  })
  return [...wide, ...outside.map((layer) => layer.innerText)]
}

/** Returns the animated properties of running animations, except opacity. */
function movements(): string[] {
  return document.getAnimations().flatMap((one) => {
    const frames = one.effect instanceof KeyframeEffect ? one.effect.getKeyframes() : []
    const moved = new Set(frames.flatMap((frame) => Object.keys(frame)))
    for (const still of ['offset', 'easing', 'composite', 'computedOffset', 'opacity']) moved.delete(still)
    return [...moved]
  })
}

describe.each(Object.entries(parts))('%s', (name, part) => {
  it('has no accessibility violations that axe detects, in light and dark mode', async () => {
    await open(part)
    expect(await axeViolations()).toEqual([])
  })

  const sizesOfWindow = [
    ['a phone of 320 px', 320, 568],
    ['a window of 1280 px at 200 %', 640, 360],
    ['a window of 1280 px at 400 %', 320, 256],
  ] as const
  it.each(sizesOfWindow)('fits on %s without horizontal scrolling', async (_, width, height) => {
    await page.viewport(width, height)
    await open(part)
    expect(cutOff()).toEqual([])
  })

  it('animates only opacity when reduced motion is preferred', async () => {
    await commands.emulateMedia({ reducedMotion: 'reduce' })
    await show(part.drawn)
    await part.after?.()
    // The spinner of a busy button still turns, slowly.
    expect(movements()).toEqual(name === 'Button' ? ['transform'] : [])
    const lasting = [...document.querySelectorAll('*')].filter((one) => {
      const { transitionDuration, transitionProperty } = getComputedStyle(one)
      return transitionDuration !== '0s' && !['none', 'opacity'].includes(transitionProperty)
    })
    expect(lasting).toEqual([])
  })
})

describe('disabled controls', () => {
  const off = 'It was collected already.'
  const rows: readonly (readonly [string, ReactNode, Parameters<typeof page.getByRole>[0]])[] = [
    ['ActionButton', <ActionButton verdict={new Problem('wrong_state', off)}>Cancel</ActionButton>, 'button'],
    ['IconButton', <IconButton label="Print" icon={IconTruck} reason={off} />, 'button'],
    [
      'TextField',
      <ControlledField start="">
        {(field) => <TextField {...field} label="Name" off={off} />}
      </ControlledField>,
      'textbox',
    ],
    [
      'TextArea',
      <ControlledField start="">{(field) => <TextArea {...field} label="Note" off={off} />}</ControlledField>,
      'textbox',
    ],
    [
      'DateField',
      <ControlledField<string | null> start={null}>
        {(field) => <DateField {...field} label="Day" off={off} />}
      </ControlledField>,
      'textbox',
    ],
    [
      'SelectField',
      <ControlledField<string | null> start={null}>
        {(field) => <SelectField {...field} label="City" options={cities} off={off} />}
      </ControlledField>,
      'combobox',
    ],
    [
      'ClockField',
      <ControlledField start="">
        {(field) => <ClockField {...field} label="From" off={off} />}
      </ControlledField>,
      'combobox',
    ],
    [
      'TimeWindow',
      <ControlledField start={{ from: '', to: '' }}>
        {(field) => <TimeWindow {...field} label="Collection" off={off} />}
      </ControlledField>,
      'combobox',
    ],
    [
      'Checkbox',
      <ControlledField start={false}>
        {(field) => <Checkbox {...field} label="Notify" off={off} />}
      </ControlledField>,
      'checkbox',
    ],
    [
      'Toggle',
      <ControlledField start={false}>
        {(field) => <Toggle {...field} label="Notify" off={off} />}
      </ControlledField>,
      'switch',
    ],
  ]
  it.each(rows)('displays the reason and cannot be changed: %s', async (_, drawn, role) => {
    await show(drawn)
    const control = page.getByRole(role).first()
    const element = control.element()
    const received = element instanceof HTMLInputElement && element.labels?.[0]?.textContent.includes(off)
    if (!received) await expect.element(control).toHaveAccessibleDescription(off)
    const value = element instanceof HTMLInputElement ? element.checked || element.value : ''
    await userEvent.click(control, { force: true })
    await press('ArrowDown')
    expect(element instanceof HTMLInputElement ? element.checked || element.value : '').toBe(value)
    expect(document.querySelector('[data-layer]')).toBe(null)
  })
})
